import { matchPath, Navigate, type RouteObject } from 'react-router'
import { AppLayout } from './layout/app-layout.tsx'
import { lazyPage } from './lazy-page.tsx'
import type { LoadedPage, Preparation } from './loaded-page.ts'
import { paths } from './paths.ts'

/** By their paths, how pages are fetched. */
const pages: Record<string, () => Promise<LoadedPage>> = {
  [paths.dashboard]: async () => ({ Page: (await import('./pages/dashboard-page.tsx')).DashboardPage }),
  [paths.models]: async () => ({ Page: (await import('../features/models/models-page.tsx')).ModelsPage }),
  [paths.reports]: async () => ({ Page: (await import('./pages/reports-page.tsx')).ReportsPage }),
  [paths.notifications]: async () => ({
    Page: (await import('./pages/notifications-page.tsx')).NotificationsPage,
  }),
  [paths.project]: async () => ({ Page: (await import('./pages/project-page.tsx')).ProjectPage }),
  [paths.oldProject]: async () => ({
    Page: (await import('./pages/old-project-page.tsx')).OldProjectPage,
  }),
  [paths.manageOrganization]: async () => ({
    Page: (await import('./pages/manage-organization-page.tsx')).ManageOrganizationPage,
  }),
  [paths.slide]: async () => {
    const { SlidePage, prepareSlidePage } = await import('./pages/slide-page.tsx')
    return { Page: SlidePage, prepare: prepareSlidePage }
  },
  [paths.uploads]: async () => ({ Page: (await import('./pages/uploads-page.tsx')).UploadsPage }),
}

export const signedInRoutes: RouteObject[] = [
  {
    path: paths.dashboard,
    element: <AppLayout />,
    children: Object.entries(pages).map(([path, load]): RouteObject => {
      const element = lazyPage(path, async () => (await load()).Page)
      return path === paths.dashboard ? { index: true, element } : { path, element }
    }),
  },
  { path: '*', element: <Navigate to={paths.dashboard} replace /> },
]

/** Fetches the page of an address before it is known whether someone is signed in: nearly always someone is. */
export function fetchPageAt(pathname: string): void {
  for (const { load } of pagesAt(pathname)) load().catch(whoeverOpensLearns)
}

/** Has the page of an address ask for what it will show while it is still being made. */
export function preparePageAt(pathname: string, tools: Omit<Preparation, 'params'>): void {
  for (const { load, params } of pagesAt(pathname)) {
    load().then(({ prepare }) => prepare?.({ ...tools, params }), whoeverOpensLearns)
  }
}

function pagesAt(pathname: string) {
  return Object.entries(pages).flatMap(([path, load]) => {
    const match = matchPath(path, pathname)
    return match ? [{ load, params: match.params }] : []
  })
}

/** Whoever opens the page learns of what goes wrong. */
const whoeverOpensLearns = () => undefined
