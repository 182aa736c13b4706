import type { UploadTotals } from '../../engine/uploads/upload.ts'
import { isAllPaused, startedOf } from '../../engine/uploads/upload-totals.ts'
import { formatTimeLeft } from '../../ui/text/amounts.ts'
import { formatPercent } from '../../ui/text/dates.ts'
import { words } from '../words.ts'

export interface UploadStatus {
  /** All that the ring shows, in words. */
  name: string
  kind: 'running' | 'paused' | 'disconnected' | 'failed'
  /** Of all bytes, from 0 to 1 in whole hundredths; null where nothing is under way. */
  progress: number | null
  failed: number
}

/** What the top bar says of the queue; null where there is nothing to say. */
export function uploadStatus(totals: UploadTotals): UploadStatus | null {
  const { counts, bytes, bytesSent, busy } = totals
  const { failed } = counts
  const { indicator } = words.uploads
  if (!busy)
    return failed === 0 ? null : { name: indicator.failed(failed), kind: 'failed', progress: null, failed }
  const kind = kindOf(totals)
  const progress = bytes === 0 ? 0 : Math.floor((bytesSent * 100) / bytes) / 100
  const parts = [
    indicator[kind],
    indicator.done(counts.completed, startedOf(counts)),
    formatPercent(progress),
    kind === 'running' && totals.secondsLeft !== null && formatTimeLeft(totals.secondsLeft),
    failed > 0 && indicator.alsoFailed(failed),
  ]
  return { name: parts.filter(Boolean).join(', '), kind, progress, failed }
}

/** A pause is what the person wants, so it is said before what the network does. */
function kindOf(totals: UploadTotals): 'running' | 'paused' | 'disconnected' {
  if (isAllPaused(totals)) return 'paused'
  return totals.disconnected ? 'disconnected' : 'running'
}
