import type { UploadStage, UploadTotals } from '../../../engine/uploads/upload.ts'
import { activeStages } from '../../../engine/uploads/upload-totals.ts'

/** Which rows of a long queue are shown. */
export const queueViews = {
  all: [...activeStages, 'failed', 'completed', 'cancelled'],
  active: activeStages,
  failed: ['failed'],
  completed: ['completed'],
} as const satisfies Record<string, readonly UploadStage[]>
export type QueueView = keyof typeof queueViews

export function countOf(view: QueueView, counts: UploadTotals['counts']): number {
  return queueViews[view].reduce((sum, stage) => sum + counts[stage], 0)
}

/** The one that was chosen, as long as there is something in it. */
export function viewWithRows(chosen: QueueView, counts: UploadTotals['counts']): QueueView {
  return countOf(chosen, counts) > 0 ? chosen : 'all'
}

export function isInView(view: QueueView, stage: UploadStage): boolean {
  const stages: readonly UploadStage[] = queueViews[view]
  return stages.includes(stage)
}
