import { uploadLimits } from '@cresyl/contract/api/limits'
import { z } from '@cresyl/contract/api/zod'
import { chunkCountFor, chunkSizeFor, uploadProgress } from '@cresyl/contract/files/uploads'

const uploadStatuses = ['uploading', 'failed', 'completed', 'aborted', 'busy'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/** What the browser keeps of an upload while it runs, so that a page that opens later knows what was interrupted. */
export const uploadRecord = z.object({
  fileId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  /** Percent of the parts. */
  progress: z.number(),
  status: z.enum(uploadStatuses),
  completedChunks: z.array(z.number()),
  failedChunks: z.array(z.number()),
  totalChunks: z.number(),
  chunkSize: z.number(),
  /** When it was last written, in milliseconds. */
  timestamp: z.number(),
  bytesUploaded: z.number(),
  /** Bytes a second. */
  uploadSpeed: z.number(),
  /** Seconds. */
  estimatedTimeRemaining: z.number(),
})
export type UploadRecord = z.infer<typeof uploadRecord>

/** Whether its page was still at it when the record was written. */
export function isUnderWay({ status }: UploadRecord): boolean {
  return status === 'uploading' || status === 'busy'
}

export function newRecord(file: { id: string; name: string; size: number }, now: number): UploadRecord {
  return {
    fileId: file.id,
    fileName: file.name,
    fileSize: file.size,
    progress: 0,
    status: 'uploading',
    completedChunks: [],
    failedChunks: [],
    totalChunks: chunkCountFor(file.size),
    chunkSize: chunkSizeFor(file.size),
    timestamp: now,
    bytesUploaded: 0,
    uploadSpeed: 0,
    estimatedTimeRemaining: (file.size / uploadLimits.assumedSpeed) * uploadLimits.remainingMargin,
  }
}

/** What is known of an upload whenever a part has come to its end. */
export interface PartProgress {
  completed: readonly number[]
  failed: readonly number[]
  bytesPerSecond: number
  secondsLeft: number | null
}

/** The record once these parts are done; bytes are counted in whole parts, so the last one may count too much. */
export function withParts(record: UploadRecord, progress: PartProgress, now: number): UploadRecord {
  const { completed, failed, bytesPerSecond, secondsLeft } = progress
  return {
    ...record,
    completedChunks: [...completed],
    failedChunks: [...failed],
    progress: uploadProgress(completed.length, record.totalChunks),
    bytesUploaded: completed.length * record.chunkSize,
    uploadSpeed: bytesPerSecond,
    estimatedTimeRemaining: secondsLeft ?? 0,
    timestamp: now,
  }
}
