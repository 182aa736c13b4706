import { setTimeout as sleep } from 'node:timers/promises'
import { jobLimits } from '@cresyl/contract/operations/jobs'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs, type LogLevel } from '../db/schema/index.ts'
import type { JobRow } from './job-row.ts'
import { isHeld, type LogLine, storableText, writeLines } from './settle-job.ts'

/** What a handler told since the last time it was written down. */
interface Note {
  stage?: string
  progress?: { share: number; millisecondsLeft: number | null }
  lines: LogLine[]
  leftOut: number
}

export interface JobNotes {
  stage(name: string): void
  progress(done: number, total: number): void
  say(text: string, level?: LogLevel): void
  /** No more is written; the lines that were not yet are for the end of the attempt. */
  stop(): Promise<LogLine[]>
}

export interface JobNotesOptions {
  job: JobRow
  everyMilliseconds: number
  monotonic: () => number
  now: () => Date
  asSystem: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  onTakenOver: () => void
  onFailure: (error: unknown) => void
}

/** What takes longer than this can't be foretold. */
const longestForecast = 30 * 24 * 3_600_000

/** Of a job that has hardly begun nothing can be foretold either: the first steps are no measure of the others. */
const tooEarly = { share: 0.03, milliseconds: 60_000 }

/** More at once than anybody reads: the database is not to suffer from a handler that talks in a loop. */
const mostLines = 1000

/** Gathers what a handler tells and writes it down, all at once and not too often. */
export function takeNotes(options: JobNotesOptions): JobNotes {
  const { job, everyMilliseconds, monotonic, now } = options
  const began = monotonic()
  const stopped = new AbortController()
  let note: Note = { lines: [], leftOut: 0 }
  let said = 0
  let writing: Promise<void> | undefined

  const noted = () => {
    if (!stopped.signal.aborted) writing ??= writeLater()
  }

  const writeLater = async () => {
    await sleep(everyMilliseconds, undefined, { signal: stopped.signal }).catch(() => {})
    if (stopped.signal.aborted) return
    const taken = note
    note = { lines: [], leftOut: 0 }
    try {
      if (!(await options.asSystem((tx) => writeNote(tx, job, taken, now)))) options.onTakenOver()
    } catch (error) {
      note = together(taken, note)
      options.onFailure(error)
    }
    writing = undefined
    if (note.stage !== undefined || note.progress !== undefined || note.lines.length > 0) noted()
  }

  return {
    stage: (name) => {
      note.stage = storableText(name)
      noted()
    },
    progress: (done, total) => {
      const share = Math.min(Math.max(done / total, 0), 1)
      if (Number.isNaN(share)) return
      note.progress = { share, millisecondsLeft: forecast(share, monotonic() - began) }
      noted()
    },
    say: (text, level = 'info') => {
      said += 1
      if (said > jobLimits.attemptLines + 1) return
      const last = said > jobLimits.attemptLines
      const line: LogLine = last
        ? { level: 'warn', text: 'No more lines of this attempt are kept.', at: now() }
        : { level, text: cut(text), at: now() }
      if (note.lines.length >= mostLines && !last) note.leftOut += 1
      else note.lines.push(line)
      noted()
    },
    stop: async () => {
      stopped.abort()
      await writing
      return linesOf(note, now)
    },
  }
}

function forecast(share: number, elapsed: number): number | null {
  if (share < tooEarly.share && elapsed < tooEarly.milliseconds) return null
  const left = (elapsed * (1 - share)) / share
  return left <= longestForecast ? left : null
}

/** Of more lines than are kept the newest are left out: the database may be away for hours. */
function together(earlier: Note, later: Note): Note {
  const lines = [...earlier.lines, ...later.lines]
  const kept = lines.slice(0, mostLines)
  const leftOut = earlier.leftOut + later.leftOut + lines.length - kept.length
  return { ...earlier, ...later, lines: kept, leftOut }
}

async function writeNote(tx: Tx, job: JobRow, note: Note, now: () => Date): Promise<boolean> {
  const { stage, progress } = note
  const written = await tx
    .update(jobs)
    .set({
      ...(stage !== undefined && { stage }),
      ...(progress !== undefined && {
        progress: progress.share,
        finishesAt: sql`now() + ${progress.millisecondsLeft}::float8 * interval '1 millisecond'`,
      }),
      version: sql`${jobs.version} + 1`,
    })
    .where(isHeld(job))
    .returning({ id: jobs.id })
  if (written.length === 0) return false
  await writeLines(tx, job, linesOf(note, now))
  return true
}

function linesOf({ lines, leftOut }: Note, now: () => Date): LogLine[] {
  if (leftOut === 0) return lines
  return [...lines, { level: 'warn', text: `${leftOut} more lines at once were left out.`, at: now() }]
}

function cut(text: string): string {
  const clean = storableText(text)
  return clean.length <= jobLimits.logLine ? clean : `${clean.slice(0, jobLimits.logLine - 1)}…`
}
