import { pixelSizeLimits, textLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import type { Slide } from '@cresyl/contract/slides/slides'
import { parseNumber } from '../../../ui/text/parse-number.ts'
import { words } from '../words.ts'

/** What a person can say about a slide. */
export interface Draft {
  name: string
  /** Null: none. */
  project_id: string | null
  tissue_id: string | null
  stainer_id: string | null
  /** µm as typed; empty: as the file says. */
  mpp: string
}

export function readDraft({ name, project, tissue, stainer, mpp }: Slide): Draft {
  return {
    name,
    project_id: project?.id ?? null,
    tissue_id: tissue?.id ?? null,
    stainer_id: stainer?.id ?? null,
    mpp: mpp === null ? '' : String(mpp),
  }
}

export const writeDraft = (draft: Draft) => ({
  ...draft,
  name: draft.name.trim(),
  mpp: parseNumber(draft.mpp),
})

export function checkDraft(draft: Draft): { name?: string; mpp?: string } {
  const { name, mpp } = writeDraft(draft)
  const isPossible = mpp !== null && mpp >= pixelSizeLimits.min && mpp <= pixelSizeLimits.max
  return {
    ...(name === '' && { name: words.drawer.nameRequired }),
    ...(name.length > textLimits.name && { name: words.drawer.nameTooLong }),
    ...(draft.mpp.trim() !== '' && !isPossible && { mpp: messages.pixelSize }),
  }
}
