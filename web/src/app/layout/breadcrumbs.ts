import type { Slide } from '@cresyl/contract/slides/slides'
import { matchPath } from 'react-router'
import { allProjects, paths, unsortedProject } from '../paths.ts'
import { words } from '../words.ts'

export interface Crumb {
  label: string
  /** Absent on the page one is on. */
  to?: string
  /** The project whose name replaces the label once it is known. */
  projectId?: string
  /** Given by a person: in a script of its own, and as long as they like. */
  isName?: true
}

const titles: Record<string, string> = {
  [paths.models]: words.navigation.model,
  [paths.reports]: words.navigation.reports,
  [paths.uploads]: words.navigation.uploads,
  [paths.notifications]: words.breadcrumb.notifications,
  [paths.manageOrganization]: words.breadcrumb.organization,
}

const home: Crumb = { label: words.navigation.dashboard, to: paths.dashboard }

/** Undefined where the page isn't about a slide. */
export const slideIdIn = (pathname: string): string | undefined => matchPath(paths.slide, pathname)?.params.id

/** The slide is the one that the page is about, once it is known. */
export function crumbsOf(pathname: string, slide?: Pick<Slide, 'name' | 'project'>): Crumb[] {
  if (matchPath(paths.dashboard, pathname)) return [{ label: words.navigation.dashboard }]
  const old = matchPath(paths.oldProject, pathname)?.params.id
  if (old !== undefined) {
    const project = { ...projectCrumb(old), to: `/project/${old}` }
    return [home, project, { label: words.breadcrumb.oldProject }]
  }
  const projectId = matchPath(paths.project, pathname)?.params.id
  if (projectId !== undefined) return [home, projectCrumb(projectId)]
  if (slideIdIn(pathname) !== undefined) return [home, ...slideCrumbs(slide)]
  const pattern = Object.keys(titles).find((each) => matchPath(each, pathname))
  return pattern === undefined ? [home] : [home, { label: titles[pattern] ?? '' }]
}

/** Slides in no project, and all of them together, have a page like those of a project. */
function projectCrumb(projectId: string): Crumb {
  if (projectId === unsortedProject) return { label: words.breadcrumb.unsorted }
  if (projectId === allProjects) return { label: words.breadcrumb.allSlides }
  return { label: words.breadcrumb.project, projectId }
}

function slideCrumbs(slide: Pick<Slide, 'name' | 'project'> | undefined): Crumb[] {
  if (!slide) return [{ label: words.breadcrumb.slide }]
  const { name, project } = slide
  const own: Crumb = { label: name, isName: true }
  return project ? [{ label: project.name, to: `/project/${project.id}`, isName: true }, own] : [own]
}

/** Whether the page belongs to the entry of the navigation: projects and slides are reached from the dashboard. */
export function isSection(entry: string, pathname: string): boolean {
  if (entry !== paths.dashboard) return matchPath({ path: entry, end: false }, pathname) !== null
  return pathname === paths.dashboard || /^\/(project|slide)\//.test(pathname)
}
