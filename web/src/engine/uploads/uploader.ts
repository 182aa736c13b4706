import { uploadLimits } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import { checkFile } from '@cresyl/contract/files/uploads'
import { type ChosenFile, draftOf, freshFigures, splitRepeated } from './draft.ts'
import { nextToStart } from './next-to-start.ts'
import { createPartLine } from './part-line.ts'
import { type RunningUpload, type RunTools, runUpload } from './running-upload.ts'
import { createTransferSpeed } from './transfer-speed.ts'
import type { Upload, UploadStage, UploadTotals } from './upload.ts'
import type { Belonging } from './upload-api.ts'
import { UploadError } from './upload-error.ts'
import { createUploadList, type Entry } from './upload-list.ts'
import { createWorkerPool, type PartWorker } from './worker-pool.ts'

export type { ChosenFile } from './draft.ts'

export interface UploaderTools
  extends Pick<RunTools, 'api' | 'records' | 'locks' | 'clock' | 'connection' | 'warn'> {
  startWorker: () => PartWorker
  newKey: () => string
  /** How many parts may travel at once, at most five: fewer where calls share the connections. */
  partsAtOnce: number
}

export type Changes = Partial<Belonging> & { name?: string }

/** The queue of this tab. */
export interface Uploader {
  /** The same list, and the same object for each, as long as nothing of it has changed. */
  list(): readonly Upload[]
  totals(): UploadTotals
  subscribe(listener: () => void): () => void
  /** Drafts of them; those that are in the queue already (same name, size, time and folder) are left out and returned. */
  add(files: readonly ChosenFile[], belonging: Belonging): readonly ChosenFile[]
  /** Of a draft, or of one that failed or was cancelled. */
  change(key: string, changes: Changes): void
  /** Of all drafts. */
  changeDrafts(changes: Partial<Belonging>): void
  /** Sends all drafts that have no errors, or these. */
  start(keys?: readonly string[]): void
  /** One that waits is not begun; of one that is being sent, no further part is. */
  pause(key: string): void
  resume(key: string): void
  pauseAll(): void
  resumeAll(): void
  /** It is cancelled at once, and what was sent so far is given up; what has arrived whole may stay. */
  cancel(key: string): void
  /** Resolves when what was sent so far has been given up, too. */
  cancelAll(): Promise<void>
  /** Failed or cancelled ones again, as new files. */
  retry(...keys: readonly string[]): void
  /** To another place of the queue, counted from 0. */
  move(key: string, to: number): void
  /** Takes them off the list, unless they are under way. */
  remove(...keys: readonly string[]): void
  /** Takes all that is in one of these stages off the list, unless it is under way. */
  removeAll(stages: readonly UploadStage[]): void
  destroy(): void
}

export function createUploader(tools: UploaderTools): Uploader {
  const { clock, partsAtOnce } = tools
  const overall = createTransferSpeed(clock.now)
  const uploads = createUploadList(clock, overall)
  const leaving = new AbortController()
  const pool = createWorkerPool(tools.startWorker, clock, uploadLimits.pool.upload)
  const shared = {
    ...tools,
    pool,
    overall,
    line: createPartLine(tools.locks, partsAtOnce),
    leaving: leaving.signal,
  }
  const tidying = new Set<Promise<void>>()

  const startWaiting = () => {
    if (leaving.signal.aborted) return
    for (let next = nextToStart(uploads.entries(), partsAtOnce); next; ) {
      begin(next)
      next = nextToStart(uploads.entries(), partsAtOnce)
    }
  }
  const begin = (entry: Entry) => {
    uploads.note(entry, { ...freshFigures, stage: 'starting' })
    const running = runUpload(entry.upload, entry.content, tools.newKey(), {
      ...shared,
      order: () => uploads.entries().indexOf(entry),
      show: (changes) => {
        uploads.note(entry, changes)
        startWaiting()
      },
    })
    entry.running = running
    entry.isTaken = true
    tidying.add(running.tidied)
    void running.tidied.then(() => {
      tidying.delete(running.tidied)
      entry.isTaken = false
      startWaiting()
    })
  }
  const edit = (key: string, act: (entry: Entry) => void) => {
    const entry = uploads.find(key)
    if (entry) act(entry)
  }
  const withKeys = (keys: readonly string[]) => {
    const wanted = new Set(keys)
    return uploads.entries().filter(({ upload }) => wanted.has(upload.key))
  }
  const inStages = (...stages: readonly UploadStage[]) =>
    uploads.entries().filter(({ upload }) => stages.includes(upload.stage))
  // All that wait are changed at once, and before the others, which would make room for them.
  const changeWaiting = (
    entries: readonly Entry[],
    changes: Partial<Upload>,
    actOnOthers: (running: RunningUpload) => void,
  ) => {
    const waiting = entries.filter(({ upload }) => upload.stage === 'waiting')
    const others = entries.filter(({ upload }) => upload.stage !== 'waiting')
    uploads.changeAll(waiting, changes)
    for (const { running } of others) if (running) actOnOthers(running)
    uploads.show()
  }
  const putInLine = (entries: readonly Entry[]) => {
    uploads.changeAll(entries, { ...freshFigures, stage: 'waiting' })
    startWaiting()
    uploads.show()
  }
  const pause = (entries: readonly Entry[]) =>
    changeWaiting(entries, { paused: true }, (running) => running.pause())
  const resume = (entries: readonly Entry[]) => {
    changeWaiting(entries, { paused: false }, (running) => running.resume())
    startWaiting()
  }
  const cancel = (entries: readonly Entry[]) => {
    const cancelled = { stage: 'cancelled', message: messages.upload.cancelled, paused: false } as const
    changeWaiting(entries, cancelled, (running) => running.cancel())
  }
  const remove = (chosen: readonly Entry[]) => {
    const going = new Set(chosen.filter(({ upload }) => !underWay.includes(upload.stage)))
    for (const { running } of going) running?.forget()
    uploads.replace(uploads.entries().filter((entry) => !going.has(entry)))
    startWaiting()
  }

  return {
    list: uploads.list,
    totals: uploads.totals,
    subscribe: uploads.subscribe,
    add: (files, belonging) => {
      const there = uploads.entries().map(({ content, upload }) => ({ content, folder: upload.folder }))
      const { fresh, repeated } = splitRepeated(files, there)
      const drafts = fresh.map((file) => ({
        upload: draftOf(file, belonging, tools.newKey()),
        content: file.content,
        running: undefined,
        isTaken: false,
      }))
      uploads.replace([...uploads.entries(), ...drafts])
      return repeated
    },
    change: (key, changes) =>
      edit(key, (entry) => {
        if (!editable.includes(entry.upload.stage)) return
        uploads.changeAll([entry], { ...changes, errors: checkFile({ ...entry.upload, ...changes }) })
      }),
    changeDrafts: (changes) => uploads.changeAll(inStages('draft'), changes),
    start: (keys) =>
      putInLine(
        inStages('draft').filter(
          ({ upload }) => upload.errors.length === 0 && (keys?.includes(upload.key) ?? true),
        ),
      ),
    pause: (key) => pause(withKeys([key])),
    resume: (key) => resume(withKeys([key])),
    pauseAll: () => pause(inStages('waiting', ...underWay)),
    resumeAll: () => resume(inStages('waiting', ...underWay)),
    cancel: (key) => cancel(withKeys([key])),
    cancelAll: async () => {
      cancel(inStages('waiting', ...underWay))
      await Promise.all(tidying)
    },
    retry: (...keys) => {
      const again = withKeys(keys).filter(
        ({ upload: { stage, errors } }) =>
          (stage === 'failed' || stage === 'cancelled') && errors.length === 0,
      )
      for (const { running } of again) running?.forget()
      putInLine(again)
    },
    move: (key, to) =>
      edit(key, (entry) => {
        const others = uploads.entries().filter((each) => each !== entry)
        uploads.replace(others.toSpliced(Math.max(0, to), 0, entry))
        startWaiting()
      }),
    remove: (...keys) => remove(withKeys(keys)),
    removeAll: (stages) => remove(inStages(...stages)),
    destroy: () => {
      leaving.abort(new UploadError(messages.upload.poolDestroyed))
      pool.destroy()
    },
  }
}

const editable: readonly UploadStage[] = ['draft', 'failed', 'cancelled']
const underWay: readonly UploadStage[] = ['starting', 'sending', 'finishing']
