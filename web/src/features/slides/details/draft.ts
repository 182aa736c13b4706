import { pixelSizeLimits, textLimits } from '@cresyl/contract/limits'
import { messages } from '@cresyl/contract/messages'
import type { Slide } from '@cresyl/contract/slides'
import { parseNumber } from '../../../ui/parse-number.ts'
import type { SlideEdit } from '../queries.ts'
import { words } from '../words.ts'

/** What a person can say about a slide. */
export interface Draft {
  name: string
  /** Null: none. */
  projectId: string | null
  tissueId: string | null
  stainerId: string | null
  /** µm as typed; empty: as the file says. */
  mpp: string
}

export type DraftField = keyof Draft
const draftFields = ['name', 'projectId', 'tissueId', 'stainerId', 'mpp'] as const satisfies DraftField[]

export function draftOf({ name, project, tissue, stainer, mpp }: Slide): Draft {
  return {
    name,
    projectId: project?.id ?? null,
    tissueId: tissue?.id ?? null,
    stainerId: stainer?.id ?? null,
    mpp: mpp === null ? '' : String(mpp),
  }
}

/** Why the name can't be saved; null where it can. */
export function nameProblem({ name }: Draft): string | null {
  if (name.trim() === '') return words.drawer.nameRequired
  return name.trim().length > textLimits.name ? words.drawer.nameTooLong : null
}

/** Why the pixel size can't be saved; null where it can. */
export function mppProblem({ mpp }: Draft): string | null {
  if (mpp.trim() === '') return null
  const size = parseNumber(mpp)
  const isPossible = size !== null && size >= pixelSizeLimits.min && size <= pixelSizeLimits.max
  return isPossible ? null : messages.pixelSize
}

const asStored = (draft: Draft): Draft => ({
  ...draft,
  name: draft.name.trim(),
  mpp: String(parseNumber(draft.mpp) ?? draft.mpp.trim()),
})

export function changedFields(base: Draft, draft: Draft): DraftField[] {
  const stored = asStored(draft)
  return draftFields.filter((field) => stored[field] !== base[field])
}

/** What differs from the stored slide, as the server is told. */
export function editOf(base: Draft, draft: Draft): SlideEdit {
  const changed = new Set(changedFields(base, draft))
  const { name, projectId, tissueId, stainerId, mpp } = asStored(draft)
  return {
    ...(changed.has('name') && { name }),
    ...(changed.has('projectId') && { project_id: projectId }),
    ...(changed.has('tissueId') && { tissue_id: tissueId }),
    ...(changed.has('stainerId') && { stainer_id: stainerId }),
    ...(changed.has('mpp') && { mpp: mpp === '' ? null : Number(mpp) }),
  }
}

export interface Merge {
  draft: Draft
  /** Both changed these, differently: the person must choose. */
  conflicts: DraftField[]
}

/** Puts what someone else saved together with what was changed here since `base`. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Merge {
  const own = changedFields(base, mine)
  const typed = asStored(mine)
  const conflicts = own.filter((field) => theirs[field] !== base[field] && typed[field] !== theirs[field])
  const kept = Object.fromEntries(own.map((field) => [field, typed[field]]))
  return { draft: { ...theirs, ...kept }, conflicts }
}
