import { textLimits } from '@cresyl/contract/limits'
import type { Slide } from '@cresyl/contract/slides'
import type { SlideEdit } from '../queries.ts'
import { words } from '../words.ts'

/** What a person can say about a slide. */
export interface Draft {
  name: string
  /** Null: none. */
  projectId: string | null
  tissueId: string | null
  stainerId: string | null
}

export type DraftField = keyof Draft
const draftFields = ['name', 'projectId', 'tissueId', 'stainerId'] as const satisfies DraftField[]

export function draftOf({ name, project, tissue, stainer }: Slide): Draft {
  return {
    name,
    projectId: project?.id ?? null,
    tissueId: tissue?.id ?? null,
    stainerId: stainer?.id ?? null,
  }
}

/** Why the name can't be saved; null where it can. */
export function nameProblem({ name }: Draft): string | null {
  if (name.trim() === '') return words.drawer.nameRequired
  return name.trim().length > textLimits.name ? words.drawer.nameTooLong : null
}

const asStored = (draft: Draft): Draft => ({ ...draft, name: draft.name.trim() })

export function changedFields(base: Draft, draft: Draft): DraftField[] {
  const stored = asStored(draft)
  return draftFields.filter((field) => stored[field] !== base[field])
}

/** What differs from the stored slide, as the server is told. */
export function editOf(base: Draft, draft: Draft): SlideEdit {
  const changed = new Set(changedFields(base, draft))
  const { name, projectId, tissueId, stainerId } = asStored(draft)
  return {
    ...(changed.has('name') && { name }),
    ...(changed.has('projectId') && { project_id: projectId }),
    ...(changed.has('tissueId') && { tissue_id: tissueId }),
    ...(changed.has('stainerId') && { stainer_id: stainerId }),
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
