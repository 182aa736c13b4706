import { uploadLimits } from '@cresyl/contract/limits'
import { checkFile, chunkCountFor, recommendedConcurrency } from '@cresyl/contract/uploads'
import { createPace } from './pace.ts'
import { freshFigures, type RunningUpload, type RunTools, runUpload } from './running-upload.ts'
import { createSlots } from './slots.ts'
import { createTransferSpeed } from './transfer-speed.ts'
import { createTurns } from './turns.ts'
import type { Upload, UploadStage, UploadTotals } from './upload.ts'
import type { Belonging } from './upload-api.ts'
import { totalsOf } from './upload-totals.ts'
import { createWorkerPool, type PartWorker } from './worker-pool.ts'

export interface UploaderTools
  extends Pick<RunTools, 'api' | 'records' | 'locks' | 'clock' | 'connection' | 'warn'> {
  startWorker: () => PartWorker
  newKey: () => string
  /** How many parts may travel at once, at most five: fewer where calls share the connections. */
  partsAtOnce: number
}

export type Changes = Partial<Belonging> & { name?: string }

/** A file that someone chose, and the folder that it came in. */
export interface ChosenFile {
  content: File
  /** '' where it came by itself. */
  folder: string
}

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
  pause(key: string): void
  resume(key: string): void
  pauseAll(): void
  resumeAll(): void
  cancel(key: string): void
  /** Resolves when what was sent so far has been given up, too. */
  cancelAll(): Promise<void>
  /** A failed or cancelled one again, as a new file. */
  retry(key: string): void
  /** To another place of the queue, counted from 0. */
  move(key: string, to: number): void
  /** Takes it off the list, unless it is under way. */
  remove(key: string): void
  /** Takes all that is in one of these stages off the list. */
  removeAll(stages: readonly UploadStage[]): void
  destroy(): void
}

interface Entry {
  upload: Upload
  content: File
  running: RunningUpload | undefined
}

/** As many files are under way at once as parts can travel. */
const mostRunning = uploadLimits.pool.upload

/** How often figures that change all the time are shown anew, in milliseconds. */
const showEvery = 200

export function createUploader(tools: UploaderTools): Uploader {
  const { clock, records } = tools
  const pool = createWorkerPool(uploadLimits.pool.upload, tools.startWorker)
  const turns = createTurns(tools.partsAtOnce)
  const slots = createSlots(tools.locks, tools.partsAtOnce)
  const overall = createTransferSpeed(clock.now)
  const leaving = new AbortController()
  const listeners = new Set<() => void>()
  let entries: Entry[] = []
  let shown: readonly Upload[] = []
  let totals = totalsOf(shown, overall)
  turns.onSpare(() => startNext())

  const pace = createPace(clock, showEvery, () => {
    shown = entries.map(({ upload }) => upload)
    totals = totalsOf(shown, overall)
    for (const listener of listeners) listener()
  })
  const find = (key: string) => entries.find(({ upload }) => upload.key === key)
  const edit = (key: string, change: (entry: Entry) => void) => {
    const entry = find(key)
    if (entry) change(entry)
  }
  const show = (entry: Entry, changes: Partial<Upload>) => {
    const before = entry.upload
    entry.upload = { ...before, ...changes }
    const isNews = changes.stage !== undefined || changes.paused !== undefined || changes.name !== undefined
    if (isNews) pace.now()
    else pace.soon()
  }
  const forget = ({ upload: { fileId } }: Entry) => {
    if (fileId !== null) records.remove(fileId)
  }
  /** The next file begins when those before it have no part left that waits for its turn. */
  const startNext = () => {
    const under = entries.filter(({ running, upload }) => running !== undefined && !upload.paused)
    const next = entries.find(({ upload }) => upload.stage === 'waiting')
    if (next === undefined || under.length >= mostRunning || !turns.spare()) return
    const order = () => entries.indexOf(next)
    const shared = { ...tools, pool, turns, slots, overall, leaving: leaving.signal }
    const running = runUpload(next.upload, next.content, tools.newKey(), {
      ...shared,
      order,
      show: (changes) => show(next, changes),
    })
    next.running = running
    void running.ended.then(() => startNext())
    void running.tidied.then(() => {
      next.running = undefined
      startNext()
    })
  }
  const setStage = (chosen: readonly Entry[], stage: UploadStage) => {
    for (const entry of chosen) entry.upload = { ...entry.upload, ...freshFigures, stage }
    pace.now()
    startNext()
  }
  const remove = (chosen: readonly Entry[]) => {
    const going = new Set(chosen.filter(({ running }) => running === undefined))
    for (const entry of going) forget(entry)
    entries = entries.filter((entry) => !going.has(entry))
    pace.now()
  }
  const cancel = (entry: Entry) => {
    if (entry.upload.stage === 'waiting') setStage([entry], 'draft')
    else entry.running?.cancel()
  }

  return {
    list: () => shown,
    totals: () => totals,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (files, belonging) => {
      const there = new Set(entries.map(({ upload, content }) => sameness(content, upload.folder)))
      const [fresh, repeated]: [ChosenFile[], ChosenFile[]] = [[], []]
      for (const file of files) {
        const sign = sameness(file.content, file.folder)
        ;(there.has(sign) ? repeated : fresh).push(file)
        there.add(sign)
      }
      entries = [...entries, ...fresh.map((file) => newEntry(file, belonging, tools.newKey()))]
      pace.now()
      return repeated
    },
    change: (key, changes) =>
      edit(key, (entry) => {
        if (!editableStages.includes(entry.upload.stage)) return
        const changed = { ...entry.upload, ...changes }
        entry.upload = { ...changed, errors: checkFile(changed) }
        pace.now()
      }),
    changeDrafts: (changes) => {
      for (const entry of entries) {
        if (entry.upload.stage === 'draft') entry.upload = { ...entry.upload, ...changes }
      }
      pace.now()
    },
    start: (keys) => {
      const chosen = entries.filter(
        ({ upload }) =>
          upload.stage === 'draft' && upload.errors.length === 0 && (keys?.includes(upload.key) ?? true),
      )
      setStage(chosen, 'waiting')
    },
    pause: (key) => edit(key, ({ running }) => running?.pause()),
    resume: (key) => edit(key, ({ running }) => running?.resume()),
    pauseAll: () => {
      for (const { running } of entries) running?.pause()
    },
    resumeAll: () => {
      for (const { running } of entries) running?.resume()
    },
    cancel: (key) => edit(key, cancel),
    cancelAll: async () => {
      setStage(
        entries.filter(({ upload }) => upload.stage === 'waiting'),
        'draft',
      )
      for (const entry of entries) cancel(entry)
      await Promise.all(entries.map(({ running }) => running?.tidied))
    },
    retry: (key) =>
      edit(key, (entry) => {
        const { stage, errors } = entry.upload
        if ((stage !== 'failed' && stage !== 'cancelled') || errors.length > 0) return
        forget(entry)
        setStage([entry], 'waiting')
      }),
    move: (key, to) =>
      edit(key, (entry) => {
        const others = entries.filter((each) => each !== entry)
        entries = [...others.slice(0, to), entry, ...others.slice(to)]
        pace.now()
      }),
    remove: (key) => edit(key, (entry) => remove([entry])),
    removeAll: (stages) => remove(entries.filter(({ upload }) => stages.includes(upload.stage))),
    destroy: () => {
      leaving.abort(new Error('The page was left.'))
      pool.destroy()
    },
  }
}

const editableStages: readonly UploadStage[] = ['draft', 'failed', 'cancelled']

const sameness = ({ name, size, lastModified }: File, folder: string) =>
  JSON.stringify([folder, name, size, lastModified])

function newEntry({ content, folder }: ChosenFile, belonging: Belonging, key: string): Entry {
  const { name, size } = content
  const partCount = size > 0 ? chunkCountFor(size) : 0
  const upload: Upload = {
    ...belonging,
    ...freshFigures,
    key,
    name,
    originalName: name,
    folder,
    size,
    errors: checkFile({ name, size }),
    stage: 'draft',
    partCount,
    recommendedConcurrency: recommendedConcurrency(partCount),
  }
  return { upload, content, running: undefined }
}
