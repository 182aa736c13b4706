import type { Page } from '@cresyl/contract/api/list'
import type { Project } from '@cresyl/contract/lab/projects'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { LucideIcon } from 'lucide-react'
import type { To } from 'react-router'
import { FolderOpen, RefreshCw } from '../../ui/frame/icons.ts'
import type { PaletteAction } from '../../ui/frame/palette-actions.ts'
import { virtualWords } from '../../ui/text/virtual-words.ts'
import { matches } from './match.ts'
import { words } from './words.ts'

/** One line that can be chosen. */
export interface Item {
  key: string
  label: string
  /** Beside the label, in other words. */
  detail?: string
  /** Given by people: kept to itself, and marked where it was searched for. */
  isName?: true
  icon?: LucideIcon
  imageId?: string
  /** Whether no microscope saw that image. */
  isVirtual?: boolean
  shortcut?: string
  to?: To
  run?: () => void
}

export interface Group {
  key: string
  title: string
  items: readonly Item[]
}

/** What is known of a search. */
export interface Found<Result> {
  data: Page<Result> | undefined
  error: Error | null
  refetch: () => unknown
}

export function projectGroup({ data, error, refetch }: Found<Project>): Group {
  const items = data?.results.map(projectItem) ?? failed('projects', words.failed.projects, error, refetch)
  return { key: 'projects', title: words.groups.projects, items }
}

export function slideGroup({ data, error, refetch }: Found<Slide>): Group {
  const items = data?.results.map(slideItem) ?? failed('slides', words.failed.slides, error, refetch)
  return { key: 'slides', title: words.groups.slides, items }
}

export function recentGroup({ data, error, refetch }: Found<{ slide: Slide }>): Group {
  const items =
    data?.results.map(({ slide }) => slideItem(slide)) ?? failed('recent', words.recentFailed, error, refetch)
  return { key: 'recent', title: words.groups.recent, items }
}

export function actionGroup(actions: readonly PaletteAction[], search: string): Group {
  const items = actions
    .filter(({ isSearched }) => search !== '' || !isSearched)
    .filter(({ label, keywords = '' }) => matches(`${label} ${keywords}`, search))
    .map(({ keywords: _, isSearched: __, key, ...action }) => ({ key: `action-${key}`, ...action }))
  return { key: 'actions', title: words.groups.actions, items }
}

function projectItem({ id, name, slide_count, archived_at }: Project): Item {
  return {
    key: `project-${id}`,
    label: name,
    detail: archived_at ? words.archived(slide_count) : words.slides(slide_count),
    isName: true,
    icon: FolderOpen,
    to: `/project/${id}`,
  }
}

function slideItem(slide: Slide): Item {
  const { id, name, image_id: imageId, project, tissue, stainer } = slide
  const isVirtual = slide.virtual_image_ids.includes(imageId)
  // The picture is not read out: the word beside it is.
  const detail = [
    ...[project?.name ?? words.unsorted, tissue?.organ, stainer?.stain_type],
    isVirtual && virtualWords.label,
  ]
    .filter(Boolean)
    .join(' · ')
  return { key: `slide-${id}`, label: name, detail, isName: true, imageId, isVirtual, to: `/slide/${id}` }
}

/** What went wrong, in the place of what was searched for, with a way to try again. */
function failed(key: string, what: string, error: Error | null, refetch: () => unknown): Item[] {
  if (!error) return []
  const detail = `${error.message} ${words.retry}.`
  return [{ key: `failed-${key}`, label: what, detail, icon: RefreshCw, run: () => void refetch() }]
}

/** Whether choosing it leaves the palette open. */
export const isRetry = ({ key }: Item): boolean => key.startsWith('failed-')
