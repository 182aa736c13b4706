import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { AppLayout } from './layout/app-layout.tsx'
import { lazyPage } from './lazy-page.tsx'
import { paths } from './paths.ts'

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const element = lazyPage(path, load)
  return path === paths.dashboard ? { index: true, element } : { path, element }
}

const pages = [
  page(paths.dashboard, async () => (await import('./pages/dashboard-page.tsx')).DashboardPage),
  page(paths.models, async () => (await import('../features/models/models-page.tsx')).ModelsPage),
  page(paths.reports, async () => (await import('../features/reports/reports-page.tsx')).ReportsPage),
  page(paths.notifications, async () => (await import('./pages/notifications-page.tsx')).NotificationsPage),
  page(paths.project, async () => (await import('./pages/project-page.tsx')).ProjectPage),
  page(
    paths.oldProject,
    async () => (await import('../features/projects/old-project-page.tsx')).OldProjectPage,
  ),
  page(
    paths.manageOrganization,
    async () => (await import('./pages/manage-organization-page.tsx')).ManageOrganizationPage,
  ),
  page(paths.slide, async () => (await import('./pages/slide-page.tsx')).SlidePage),
  page(paths.uploads, async () => (await import('./pages/uploads-page.tsx')).UploadsPage),
]

export const signedInRoutes: RouteObject[] = [
  { path: paths.dashboard, element: <AppLayout />, children: pages },
  { path: '*', element: <Navigate to={paths.dashboard} replace /> },
]
