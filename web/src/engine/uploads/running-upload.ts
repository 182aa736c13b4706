import { messages } from '@cresyl/contract/messages'
import type { Clock } from './clock.ts'
import { createGate } from './gate.ts'
import type { RecordStore } from './record-store.ts'
import type { PartTools } from './send-parts.ts'
import { createTransferSpeed, type TransferSpeed } from './transfer-speed.ts'
import type { Upload } from './upload.ts'
import type { UploadApi } from './upload-api.ts'
import { type UploadResult, uploadFile } from './upload-file.ts'
import { type UploadLocks, uploadLock, withLock } from './upload-locks.ts'
import { newRecord, type UploadRecord, withParts } from './upload-record.ts'

export interface RunTools extends Pick<PartTools, 'pool' | 'turns' | 'slots' | 'connection' | 'order'> {
  api: UploadApi
  records: RecordStore
  locks: UploadLocks | undefined
  clock: Clock
  /** Of all uploads together. */
  overall: TransferSpeed
  leaving: AbortSignal
  /** What is known now of the upload. */
  show(changes: Partial<Upload>): void
  warn(message: string, cause: unknown): void
}

export interface RunningUpload {
  /** Resolves when nothing of it is to be sent any more. */
  readonly ended: Promise<void>
  /** Resolves when what was sent so far has been tidied up, too. */
  readonly tidied: Promise<void>
  pause(): void
  resume(): void
  cancel(): void
}

/** Sends one file and keeps the page and this browser's record up to date. */
export function runUpload(upload: Upload, content: Blob, key: string, tools: RunTools): RunningUpload {
  const { records, clock, show, connection } = tools
  const going = createGate()
  const cancelling = new AbortController()
  const ended = Promise.withResolvers<void>()
  const transfer = createTransfer(upload.size, clock, tools.overall)
  const sent: number[] = []
  const failed: number[] = []
  let record: UploadRecord | undefined
  let release = () => {}

  const tell = (changes: Partial<Upload> = {}) => {
    const { bytesSent, bytesPerSecond, secondsLeft } = transfer.measure()
    const parts = { partsSent: sent.length, partsFailed: failed.length }
    show({ ...parts, bytesSent, bytesPerSecond, secondsLeft, disconnected: connection.lost, ...changes })
  }
  const keep = (status: UploadRecord['status']) => {
    if (record === undefined) return
    record = { ...withParts(record, { completed: sent, failed }, transfer.measure(), clock.now()), status }
    records.save(record)
  }
  /** Other tabs see by the lock that it goes on, so that comes before the record. */
  const hold = async (fileId: string) => {
    if (tools.locks) {
      const options = { ifAvailable: false, signal: tools.leaving }
      release = (await withLock(tools.locks, uploadLock(fileId), options)) ?? release
    }
    record = newRecord({ id: fileId, name: upload.name, size: upload.size }, clock.now())
    records.save(record)
    show({ fileId, stage: 'sending' })
  }
  const end = (result: UploadResult) => {
    const { message, reason } = result
    const ending = { paused: false, disconnected: false, bytesPerSecond: 0, secondsLeft: null }
    tell({ stage: stageOf(result), message, reason, ...ending })
    ended.resolve()
  }

  const run = async () => {
    show({ ...freshFigures, stage: 'starting' })
    const { name, projectId, tissueId, stainerId } = upload
    const result = await uploadFile(
      { name, content, key, projectId, tissueId, stainerId },
      {
        ...tools,
        going,
        signal: cancelling.signal,
        onCreated: hold,
        onBytes: (part, bytes) => {
          transfer.set(part, bytes)
          tell()
        },
        onSent: (part) => {
          sent.push(part)
          keep('uploading')
          tell()
        },
        onFailed: (part) => {
          failed.push(part)
          keep('uploading')
          tell()
        },
        onFinishing: () => {
          keep('busy')
          tell({ stage: 'finishing' })
        },
        onEnding: end,
      },
    )
    end(result)
    keep(statusOf(result))
    release()
  }
  // Figures age while nothing arrives.
  void refreshEverySecond(clock, ended.promise, tell)
  const unsubscribe = connection.subscribe(() => tell())
  void ended.promise.then(unsubscribe)

  return {
    ended: ended.promise,
    tidied: run(),
    pause: () => {
      going.set(false)
      show({ paused: true })
    },
    resume: () => {
      going.set(true)
      show({ paused: false })
    },
    cancel: () => cancelling.abort(new Error(messages.upload.cancelled)),
  }
}

export const freshFigures = {
  fileId: null,
  message: '',
  reason: '',
  partsSent: 0,
  partsFailed: 0,
  bytesSent: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
  paused: false,
  disconnected: false,
} as const satisfies Partial<Upload>

function stageOf(result: UploadResult): 'completed' | 'cancelled' | 'failed' {
  if (!result.success) return 'failed'
  return result.message === messages.upload.cancelled ? 'cancelled' : 'completed'
}

function statusOf(result: UploadResult): UploadRecord['status'] {
  const stage = stageOf(result)
  return stage === 'cancelled' ? 'aborted' : stage
}

async function refreshEverySecond(clock: Clock, ended: Promise<void>, refresh: () => void): Promise<void> {
  const stop = new AbortController()
  void ended.then(() => stop.abort())
  try {
    for (;;) {
      await clock.wait(1000, stop.signal)
      refresh()
    }
  } catch {
    // It has ended.
  }
}

/** How many bytes of which part have left, and how fast. */
function createTransfer(size: number, clock: Clock, overall: TransferSpeed) {
  const speed = createTransferSpeed(clock.now)
  const leaving = new Map<number, number>()
  return {
    set: (part: number, bytes: number) => {
      const more = bytes - (leaving.get(part) ?? 0)
      leaving.set(part, bytes)
      if (more <= 0) return
      speed.add(more)
      overall.add(more)
    },
    measure: () => {
      const left = [...leaving.values()].reduce((sum, bytes) => sum + bytes, 0)
      const bytesSent = Math.min(size, left)
      return {
        bytesSent,
        bytesPerSecond: speed.bytesPerSecond(),
        secondsLeft: speed.secondsFor(size - bytesSent),
      }
    },
  }
}
