import type { Upload, UploadStage, UploadTotals } from '../../../engine/uploads/upload.ts'
import { activeStages } from '../../../engine/uploads/upload-totals.ts'

/** Which rows of a long queue are shown. */
export const queueViews = {
  all: [...activeStages, 'failed', 'completed', 'cancelled'],
  active: activeStages,
  failed: ['failed'],
  completed: ['completed'],
  /** Of those that were uploaded, the ones that turned out to be no slide. */
  unreadable: [],
} as const satisfies Record<string, readonly UploadStage[]>
export type QueueView = keyof typeof queueViews

export interface QueueCounts extends Readonly<Record<UploadStage, number>> {
  readonly unreadable: number
}

/** By id, the files of this queue that could not be read. */
export function countQueue(
  { counts }: Pick<UploadTotals, 'counts'>,
  uploads: readonly Upload[],
  unreadable: ReadonlySet<string>,
): QueueCounts {
  return { ...counts, unreadable: uploads.filter((upload) => isUnreadable(upload, unreadable)).length }
}

const isUnreadable = ({ stage, fileId }: Upload, unreadable: ReadonlySet<string>): boolean =>
  stage === 'completed' && fileId !== null && unreadable.has(fileId)

export function countOf(view: QueueView, counts: QueueCounts): number {
  if (view === 'unreadable') return counts.unreadable
  return queueViews[view].reduce((sum: number, stage) => sum + counts[stage], 0)
}

/** The one that was chosen, as long as there is something in it. */
export function viewWithRows(chosen: QueueView, counts: QueueCounts): QueueView {
  return countOf(chosen, counts) > 0 ? chosen : 'all'
}

export function isInView(view: QueueView, upload: Upload, unreadable: ReadonlySet<string>): boolean {
  if (view === 'unreadable') return isUnreadable(upload, unreadable)
  const stages: readonly UploadStage[] = queueViews[view]
  return stages.includes(upload.stage)
}
