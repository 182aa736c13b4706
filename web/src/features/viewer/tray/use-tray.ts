import type { Page } from '@cresyl/contract/api/list'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { Viewer } from '@cresyl/contract/slides/viewers'
import { useState } from 'react'
import { keptSlideOrder } from '../../../ui/slide/slide-order.ts'
import { useSlide } from '../slide/use-slide.ts'
import { type TrayScope, usePlace, useTrayPages, useTrayViewers } from './queries.ts'
import { type Neighbours, neighboursOf, pageSize, pagesOf, type RowRange } from './tray-list.ts'

export interface Tray {
  /** Undefined until known. */
  readonly count: number | undefined
  /** The row of the open slide, or where it would stand; undefined until known. */
  readonly place: number | undefined
  /** Whether the open slide is one of those. */
  readonly isListed: boolean
  readonly project: { readonly name: string } | null
  readonly previous: Slide | undefined
  readonly next: Slide | undefined
  /** Undefined while it is on its way. */
  slideAt(row: number): Slide | undefined
  viewersOf(slideId: string): readonly Viewer[]
  /** Whether it could not be had. */
  isFailed(row: number): boolean
  /** Why slides are missing: all of them while `count` is unknown, otherwise those of some rows. */
  readonly error: Error | null
  retry(): void
}

const none: readonly Viewer[] = []

/** The slides around the open one, as far as these rows and its neighbours need them. */
export function useTray(slideId: string, search: string, rows: RowRange): Tray {
  const project = useProject(slideId)
  const projectId = project?.id ?? null
  // As they were listed where one comes from.
  const ordering = keptSlideOrder(projectId) ?? 'name'
  const scope: TrayScope | null = project === undefined ? null : { projectId, search, ordering }
  const place = usePlace(scope, slideId)
  const around = place === undefined ? [] : pagesOf({ first: Math.max(0, place - 1), end: place + 2 })
  // The first page, too, until it is known how many there are.
  const wanted = [...new Set([...(rows.end === 0 ? [0] : pagesOf(rows)), ...around])]
  const { byPage, failed, error, retry } = useTrayPages(scope, wanted)
  const viewers = useTrayViewers([...byPage.values()])

  const count = useCount(scope, byPage)
  const slideAt = (row: number) => byPage.get(Math.floor(row / pageSize))?.results[row % pageSize]
  const isListed = place !== undefined && slideAt(place)?.id === slideId
  const isFound = place !== undefined && count !== undefined
  const { previous, next }: Neighbours = isFound
    ? neighboursOf(place, isListed, count)
    : { previous: null, next: null }
  return {
    count,
    place,
    isListed,
    project: project ?? null,
    previous: previous === null ? undefined : slideAt(previous),
    next: next === null ? undefined : slideAt(next),
    slideAt,
    viewersOf: (id) => viewers.get(id) ?? none,
    isFailed: (row) => failed.has(Math.floor(row / pageSize)),
    error,
    retry,
  }
}

/** Of the open slide; while another is being opened, that of the one before, so that the list stays as it is. */
function useProject(slideId: string): Slide['project'] | undefined {
  const { data } = useSlide(slideId)
  const [known, setKnown] = useState<Slide['project'] | undefined>(data?.project)
  if (data !== undefined && (data.project?.id !== known?.id || known === undefined)) setKnown(data.project)
  return data === undefined ? known : data.project
}

/** While the pages of another place are on their way, as many as there were: else the list would fall in. */
function useCount(scope: TrayScope | null, pages: ReadonlyMap<number, Page<Slide>>): number | undefined {
  const key = JSON.stringify(scope)
  const [last, setLast] = useState<{ key: string; count: number }>()
  const count = pages.values().next().value?.count
  if (count !== undefined && (last?.key !== key || last.count !== count)) setLast({ key, count })
  return count ?? (last?.key === key ? last.count : undefined)
}
