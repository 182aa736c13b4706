import type { ComponentType } from 'react'
import { matchPath, Navigate, type RouteObject } from 'react-router'
import { AppLayout } from './layout/app-layout.tsx'
import { lazyPage } from './lazy-page.tsx'
import { paths } from './paths.ts'

/** By their paths, how their parts are fetched. */
const loads = new Map<string, () => Promise<ComponentType>>()

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  loads.set(path, load)
  const element = lazyPage(path, load)
  return path === paths.dashboard ? { index: true, element } : { path, element }
}

const pages = [
  page(paths.dashboard, async () => (await import('./pages/dashboard-page.tsx')).DashboardPage),
  page(paths.models, async () => (await import('../features/models/models-page.tsx')).ModelsPage),
  page(paths.reports, async () => (await import('../features/reports/reports-page.tsx')).ReportsPage),
  page(paths.notifications, async () => (await import('./pages/notifications-page.tsx')).NotificationsPage),
  page(paths.project, async () => (await import('./pages/project-page.tsx')).ProjectPage),
  page(paths.oldProject, async () => (await import('./pages/old-project-page.tsx')).OldProjectPage),
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

/** Fetches the page of an address before it is known whether someone is signed in: nearly always someone is. */
export function fetchPageAt(pathname: string): void {
  for (const [path, load] of loads) {
    // Whoever opens the page learns of what goes wrong.
    if (matchPath(path, pathname)) load().catch(() => undefined)
  }
}
