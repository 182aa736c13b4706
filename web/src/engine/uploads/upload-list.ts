import type { Clock } from '../clock.ts'
import { createPace } from './pace.ts'
import type { RunningUpload } from './running-upload.ts'
import type { TransferSpeed } from './transfer-speed.ts'
import type { Upload, UploadTotals } from './upload.ts'
import { totalsOf } from './upload-totals.ts'

/** A row of the queue. */
export interface Entry {
  upload: Upload
  readonly content: File
  /** The newest try to send it, also when that has ended. */
  running: RunningUpload | undefined
  /** Whether that try has not been tidied up yet: it may turn out to be stored, so there is no other before. */
  isTaken: boolean
}

/** The rows in their order, and what pages see of them. */
export interface UploadList {
  /** The same list, and the same object for each, as long as nothing of it has changed. */
  list(): readonly Upload[]
  totals(): UploadTotals
  subscribe(listener: () => void): () => void
  entries(): readonly Entry[]
  find(key: string): Entry | undefined
  /** Another order, fewer or more of them. Shown at once, as everything that a person does. */
  replace(entries: readonly Entry[]): void
  changeAll(entries: readonly Entry[], changes: Partial<Upload>): void
  /** What has happened to one by itself: shown when pages have shown what was before. */
  note(entry: Entry, changes: Partial<Upload>): void
  /** Shows at once all that has been noted. */
  show(): void
}

/** Milliseconds: news are seen at once, of many small files some at a time; figures that change all the time twice a second. */
const showing = { least: 100, soon: 500 }

export function createUploadList(clock: Clock, overall: TransferSpeed): UploadList {
  const listeners = new Set<() => void>()
  let entries: readonly Entry[] = []
  let shown: readonly Upload[] = []
  let totals = totalsOf(shown, overall)

  const pace = createPace(clock, showing, () => {
    shown = entries.map(({ upload }) => upload)
    totals = totalsOf(shown, overall)
    for (const listener of listeners) listener()
  })
  return {
    list: () => shown,
    totals: () => totals,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    entries: () => entries,
    find: (key) => entries.find(({ upload }) => upload.key === key),
    replace: (changed) => {
      entries = changed
      pace.now()
    },
    changeAll: (chosen, changes) => {
      if (chosen.length === 0) return
      for (const entry of chosen) entry.upload = { ...entry.upload, ...changes }
      pace.now()
    },
    note: (entry, changes) => {
      entry.upload = { ...entry.upload, ...changes }
      const isNews = Object.keys(changes).some((field) => !figures.has(field))
      if (isNews) pace.promptly()
      else pace.soon()
    },
    show: pace.now,
  }
}

/** What changes all the time. */
const figures: ReadonlySet<string> = new Set<keyof Upload>([
  'partsSent',
  'partsFailed',
  'bytesSent',
  'bytesPerSecond',
  'secondsLeft',
  'disconnected',
])
