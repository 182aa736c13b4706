import { messages } from '@cresyl/contract/api/messages'
import type { Clock } from '../clock.ts'
import { createGate } from './gate.ts'
import { createKeptRecord } from './kept-record.ts'
import type { RecordStore } from './record-store.ts'
import type { PartTools } from './send-parts.ts'
import { createTransfer } from './transfer.ts'
import type { TransferSpeed } from './transfer-speed.ts'
import type { Upload } from './upload.ts'
import type { UploadApi } from './upload-api.ts'
import { UploadError } from './upload-error.ts'
import { cancelled, stored, type UploadResult, uploadFile } from './upload-file.ts'
import type { UploadLocks } from './upload-locks.ts'

export interface RunTools extends Pick<PartTools, 'pool' | 'line' | 'connection' | 'order'> {
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
  /** Resolves when what was sent so far has been tidied up, too. */
  readonly tidied: Promise<void>
  pause(): void
  resume(): void
  cancel(): void
  /** Its row is gone, or stands for another try. */
  forget(): void
}

/** Sends one file and keeps the page and this browser's record up to date. */
export function runUpload(upload: Upload, content: Blob, key: string, tools: RunTools): RunningUpload {
  const { clock, show, connection, leaving } = tools
  const { name, size, projectId, tissueId, stainerId } = upload
  const going = createGate()
  const cancelling = new AbortController()
  const over = new AbortController()
  const transfer = createTransfer(size, clock, tools.overall)
  const record = createKeptRecord(tools)
  const completed: number[] = []
  const failed: number[] = []
  let isFinishing = false
  let shown: UploadResult | undefined
  let fileId: string | null = null

  const figures = () => {
    const parts = { partsSent: completed.length, partsFailed: failed.length }
    return { ...parts, ...transfer.figures(), disconnected: connection.lost }
  }
  const tell = (changes: Partial<Upload> = {}) => {
    if (!over.signal.aborted) show({ ...figures(), ...changes })
  }
  const keep = (status: 'uploading' | 'busy') =>
    record.update(status, { completed, failed, ...transfer.figures() })
  const end = (result: UploadResult) => {
    if (result === shown) return
    shown = result
    over.abort()
    const stage = result === cancelled ? 'cancelled' : result.success ? 'completed' : 'failed'
    show({ ...figures(), ...atRest, fileId, stage, message: result.message, reason: result.reason })
  }
  const callbacks = {
    onCreated: async (id: string) => {
      fileId = id
      await record.begin({ id, name, size })
      show({ fileId })
      tell({ stage: 'sending' })
    },
    onBytes: (part: number, bytes: number) => {
      transfer.set(part, bytes)
      tell()
    },
    onSent: (part: number) => {
      completed.push(part)
      keep('uploading')
      tell()
    },
    onFailed: (part: number) => {
      failed.push(part)
      keep('uploading')
      tell()
    },
    onFinishing: () => {
      isFinishing = true
      keep('busy')
      tell({ stage: 'finishing', paused: false })
    },
    onEnding: (result: UploadResult) => {
      // What is stored is so for good, and needs no tidying up.
      if (result === stored) record.end('completed')
      end(result)
    },
  }
  const run = async () => {
    const signal = AbortSignal.any([cancelling.signal, leaving])
    const file = { name, content, key, projectId, tissueId, stainerId }
    const { result, tidied } = await uploadFile(file, { ...tools, ...callbacks, going, signal })
    end(result)
    if (!tidied) record.end(null)
    else if (result === cancelled) record.end('aborted')
    else record.end(result.success ? 'completed' : 'failed')
  }
  void refreshEverySecond(clock, over.signal, tell)
  const unsubscribe = connection.subscribe(() => tell())
  over.signal.addEventListener('abort', unsubscribe)

  return {
    tidied: run(),
    pause: () => {
      if (isFinishing || over.signal.aborted) return
      going.set(false)
      tell({ paused: true })
    },
    resume: () => {
      going.set(true)
      tell({ paused: false })
    },
    cancel: () => {
      if (over.signal.aborted) return
      cancelling.abort(new UploadError(messages.upload.cancelled))
      // Once all has arrived it may be too late: then the server's answer counts.
      if (!isFinishing) end(cancelled)
    },
    forget: () => record.forget(),
  }
}

const atRest = { paused: false, disconnected: false, bytesPerSecond: 0, secondsLeft: null } as const

/** Figures age while nothing arrives. */
async function refreshEverySecond(clock: Clock, over: AbortSignal, refresh: () => void): Promise<void> {
  try {
    for (;;) {
      await clock.wait(1000, over)
      refresh()
    }
  } catch {
    // It has ended.
  }
}
