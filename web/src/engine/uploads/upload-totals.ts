import type { TransferSpeed } from './transfer-speed.ts'
import { type Upload, type UploadStage, type UploadTotals, uploadStages } from './upload.ts'

export const activeStages: readonly UploadStage[] = ['waiting', 'starting', 'sending', 'finishing']

export function totalsOf(uploads: readonly Upload[], speed: TransferSpeed): UploadTotals {
  const none = uploadStages.map((stage) => [stage, 0] as const)
  const counts = Object.fromEntries(none) as Record<UploadStage, number>
  let [bytes, bytesSent, bytesFailed, paused] = [0, 0, 0, 0]
  for (const upload of uploads) {
    counts[upload.stage] += 1
    if (upload.paused) paused += 1
    if (upload.stage === 'draft' || upload.stage === 'cancelled') continue
    bytes += upload.size
    if (upload.stage === 'failed') bytesFailed += upload.size
    else bytesSent += upload.stage === 'completed' ? upload.size : upload.bytesSent
  }
  const busy = uploads.some(({ stage }) => activeStages.includes(stage))
  return {
    counts,
    paused,
    bytes,
    bytesSent,
    bytesFailed,
    bytesPerSecond: busy ? speed.bytesPerSecond() : 0,
    secondsLeft: busy ? speed.secondsFor(bytes - bytesSent - bytesFailed) : null,
    busy,
    disconnected: uploads.some(({ disconnected }) => disconnected),
  }
}

/** All that have been started and not given up. */
export function startedOf(counts: UploadTotals['counts']): number {
  const { waiting, starting, sending, finishing, completed, failed } = counts
  return waiting + starting + sending + finishing + completed + failed
}

/** Whether all that could be paused is. */
export function isAllPaused({ counts, paused }: Pick<UploadTotals, 'counts' | 'paused'>): boolean {
  return paused > 0 && paused >= counts.waiting + counts.starting + counts.sending
}
