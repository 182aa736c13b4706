import { nameByPattern } from '@cresyl/contract/name-pattern'
import type { SlideAction } from '@cresyl/contract/slide-batches'
import type { ChangedSlide, SlideBefore } from '../../platform/db/schema/index.ts'
import type { SlideDetails } from '../slides/view.ts'
import type { Wish } from './plan-edit.ts'

/** By slide, what the action asks of it. */
export function wishesOf(
  action: SlideAction,
  { slideIds, firstN }: { slideIds: string[]; firstN: number },
  found: ReadonlyMap<string, SlideDetails>,
): Map<string, Wish> {
  if (action.kind === 'delete' || action.kind === 'restore') {
    const deleted = action.kind === 'delete'
    return new Map(slideIds.map((id) => [id, { deleted }]))
  }
  if (action.kind === 'set') {
    const values = valuesOf(action)
    return new Map(slideIds.map((id) => [id, { values }]))
  }
  return new Map(
    slideIds.flatMap((id, index): [string, Wish][] => {
      const details = found.get(id)
      return details ? [[id, { values: { name: newName(action.pattern, details, firstN + index) } }]] : []
    }),
  )
}

/** By slide, what it was before the batch, and the version that the batch left. */
export function wishesOfUndo({ kind }: SlideAction, changed: readonly ChangedSlide[]): Map<string, Wish> {
  return new Map(
    changed.map(({ slide_id, version, before }) => [
      slide_id,
      kind === 'delete' || kind === 'restore'
        ? { deleted: kind === 'restore', version }
        : { values: before, version },
    ]),
  )
}

function valuesOf(action: Extract<SlideAction, { kind: 'set' }>): SlideBefore {
  const { project_id, tissue_id, stainer_id } = action
  return {
    ...(project_id !== undefined && { projectId: project_id }),
    ...(tissue_id !== undefined && { tissueId: tissue_id }),
    ...(stainer_id !== undefined && { stainerId: stainer_id }),
  }
}

function newName(pattern: string, { slide, tissue, stainer }: SlideDetails, n: number): string {
  return nameByPattern(pattern, {
    name: slide.name,
    n,
    tissue: tissue?.organ ?? null,
    stain: stainer?.stainType ?? null,
    date: slide.createdAt.toISOString().slice(0, 10),
  })
}
