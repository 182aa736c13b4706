import type { Belonging } from '../../../engine/uploads/upload-api.ts'
import type { Uploader } from '../../../engine/uploads/uploader.ts'

export const unsorted: Belonging = { projectId: null, tissueId: null, stainerId: null }

/** What was chosen last in this tab: the next files begin with it. It goes with the queue that it was chosen for. */
const chosen = new WeakMap<Uploader, Belonging>()

export function lastBelonging(uploader: Uploader): Belonging {
  return chosen.get(uploader) ?? unsorted
}

export function rememberBelonging(uploader: Uploader, changes: Partial<Belonging>): void {
  chosen.set(uploader, { ...lastBelonging(uploader), ...changes })
}
