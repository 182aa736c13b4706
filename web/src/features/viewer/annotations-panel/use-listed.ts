import { useMemo } from 'react'
import { type Shape, savedShape } from '../../../engine/annotations/content/shape.ts'
import type { AnnotationSession } from './annotation-session.ts'
import { useShapes } from './annotations-desk.tsx'
import { type ClassCount, countClasses, isFiltered, type ListFilter, listedShapes } from './listed-shapes.ts'
import { useAnnotationCounts, useFoundAnnotations } from './queries.ts'
import { words } from './words.ts'

interface Listed {
  readonly rows: readonly Shape[]
  readonly counts: readonly ClassCount[]
  /** What is to be said of the rows: why there are none, or not all. */
  readonly notes: readonly string[]
  /** Shows it in the picture. */
  show(id: string): void
  select(ids: readonly string[]): void
}

/** What the list shows: of what is loaded, or, where that isn't all and something is looked for, as the server finds it. */
export function useListed({ source, document, tools }: AnnotationSession, filter: ListFilter): Listed {
  const shapes = useShapes({ document })
  const isWhole = source.isWhole()
  const isAsked = !isWhole && isFiltered(filter)
  const counted = useAnnotationCounts(document.imageId, !isWhole)
  const asked = useFoundAnnotations(document.imageId, filter, isAsked)
  const all = isWhole ? undefined : counted.data
  const found = isAsked ? asked.data : undefined
  const rows = useMemo(() => {
    if (isAsked) return found?.results.map(savedShape) ?? []
    return listedShapes(shapes, filter)
  }, [isAsked, found, shapes, filter])

  function notes(): string[] {
    if (isAsked) {
      if (asked.error) return [asked.error.message]
      if (found === undefined) return [words.searching]
      if (found.count === 0) return [words.nothingFound]
      return found.count > rows.length ? [words.foundPart(found.count, rows.length)] : []
    }
    if (isWhole) return rows.length === 0 ? [words.nothingFound] : []
    return [all ? words.partOf(all.count) : words.part, ...(rows.length === 0 ? [words.zoomIn] : [])]
  }

  /** One that the server has found may be far from what is loaded. */
  function take(ids: readonly string[]) {
    const wanted = new Set(ids)
    for (const far of found?.results ?? []) if (wanted.has(far.id)) document.takeOne(far)
  }

  return {
    rows,
    counts: useMemo(() => countClasses(all?.classes ?? shapes), [all, shapes]),
    notes: notes(),
    show(id) {
      take([id])
      tools.flyTo(id)
    },
    select(ids) {
      take(ids)
      tools.select(ids)
    },
  }
}
