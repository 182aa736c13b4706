import { name as usableName } from '@cresyl/contract/api/fields'
import type { SlideBefore } from '../../platform/db/schema/index.ts'
import { archivedReason } from '../projects/refuse-archived.ts'
import type { SlideDetails, SlideRow } from '../slides/view.ts'

/** What is asked of a slide: to be deleted or not, or to have values. */
export type Wish = (
  | { deleted: boolean; values?: undefined }
  | { values: SlideBefore; deleted?: undefined }
) & {
  /** Only as long as this is its version. */
  version?: number
}

/** Of what slides are to be given, what is still there. */
export interface KnownTargets {
  projects: ReadonlyMap<string, 'open' | 'archived'>
  tissues: ReadonlySet<string>
  stainers: ReadonlySet<string>
}

export interface Edit {
  kind: 'edit'
  id: string
  slide: SlideRow
  /** Absent: it is deleted or brought back. */
  values?: SlideBefore
  deleted?: boolean
  before: SlideBefore
}

export type Plan = Edit | { kind: 'none'; id: string } | { kind: 'skip'; id: string; reason: string }

/** What is to be done to a slide, or why nothing can. */
export function planEdit(
  id: string,
  details: SlideDetails | undefined,
  wish: Wish | undefined,
  targets: KnownTargets,
): Plan {
  const skip = (reason: string): Plan => ({ kind: 'skip', id, reason })
  if (details === undefined || wish === undefined) return skip('It has been removed permanently since.')
  const { slide, project } = details
  if (wish.version !== undefined && wish.version !== slide.version)
    return skip('Someone has changed it since.')
  if (wish.values === undefined) {
    if (wish.deleted === (slide.deletedAt !== null)) return { kind: 'none', id }
    return { kind: 'edit', id, slide, deleted: wish.deleted, before: {} }
  }
  if (slide.deletedAt !== null) return skip('It has been deleted since.')
  const values = differing(slide, wish.values)
  if (Object.keys(values).length === 0) return { kind: 'none', id }
  if (project?.archivedAt != null) {
    return skip(archivedReason)
  }
  const fault = faultOf(values, targets)
  if (fault !== undefined) return skip(fault)
  return { kind: 'edit', id, slide, values, before: valuesOf(slide, values) }
}

const columns = ['name', 'projectId', 'tissueId', 'stainerId'] as const

function differing(slide: SlideRow, wanted: SlideBefore): SlideBefore {
  return Object.fromEntries(
    columns.flatMap((column) =>
      wanted[column] === undefined || wanted[column] === slide[column] ? [] : [[column, wanted[column]]],
    ),
  )
}

function valuesOf(slide: SlideRow, values: SlideBefore): SlideBefore {
  return Object.fromEntries(columns.flatMap((column) => (column in values ? [[column, slide[column]]] : [])))
}

function faultOf({ name, projectId, tissueId, stainerId }: SlideBefore, targets: KnownTargets) {
  if (name !== undefined && !usableName.safeParse(name).success) return 'The new name would be empty.'
  if (projectId) {
    const project = targets.projects.get(projectId)
    if (project === undefined) return 'The project has been deleted since.'
    if (project === 'archived') return 'The project has been archived since and takes no more slides.'
  }
  if (tissueId && !targets.tissues.has(tissueId)) return 'The tissue has been deleted or merged since.'
  if (stainerId && !targets.stainers.has(stainerId)) return 'The stain has been deleted or merged since.'
  return undefined
}
