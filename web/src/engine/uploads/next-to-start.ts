import { uploadLimits } from '@cresyl/contract/api/limits'
import type { Upload, UploadStage } from './upload.ts'

/** As many files are under way at once as parts can travel. */
const mostFiles = uploadLimits.pool.upload

/**
 * The first file that waits, once those above it leave room: they want fewer parts than can travel at once. One that
 * was moved to the top so begins at once; one below a large file only when that is almost through.
 */
export function nextToStart<Row extends { upload: Upload; isTaken: boolean }>(
  rows: readonly Row[],
  partsAtOnce: number,
): Row | undefined {
  const place = rows.findIndex(
    ({ upload, isTaken }) => upload.stage === 'waiting' && !upload.paused && !isTaken,
  )
  const going = rows.filter(({ upload }) => isGoing(upload))
  if (place === -1 || going.length >= mostFiles) return undefined
  const above = rows.slice(0, place).filter(({ upload }) => isGoing(upload))
  const wanted = above.reduce((sum, { upload }) => sum + partsLeft(upload), 0)
  return wanted < partsAtOnce ? rows[place] : undefined
}

const goingStages: readonly UploadStage[] = ['starting', 'sending', 'finishing']

/** One that is paused makes room for others. */
function isGoing({ stage, paused }: Upload): boolean {
  return goingStages.includes(stage) && !paused
}

function partsLeft({ partCount, partsSent, partsFailed }: Upload): number {
  return partCount - partsSent - partsFailed
}
