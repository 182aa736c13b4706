import { type FSWatcher, watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cresyl/contract/api/errors'
import { createFolderLook } from '../../domain/files/import-folder.ts'
import type { ImportFolder } from '../../platform/config/slide-settings.ts'
import type { Context } from '../../platform/context.ts'
import { errorCode } from '../../platform/file-error.ts'
import type { Log } from '../../platform/log.ts'
import { type Repetition, repeat } from '../../platform/repeat.ts'

export interface WatchTimings {
  /** The whole folder is looked through so often: network storage tells nobody what others write to it. */
  scan: number
  /** A file that is the same this much later is complete. */
  settle: number
}

const usualTimings: WatchTimings = { scan: 30_000, settle: 10_000 }
/** Storage that hangs must not keep the process from ending. */
const stopGrace = 2000

/** Registers what appears in the folders of CRESYL_IMPORT_DIRS, and has read again what changes in them. */
export function watchImportFolders(context: Context, timings: WatchTimings = usualTimings): Repetition[] {
  return context.config.slides.importFolders.map((place) => watchFolder(context, place, timings))
}

function watchFolder(context: Context, place: ImportFolder, { scan, settle }: WatchTimings): Repetition {
  const { folder } = place
  const closing = new AbortController()
  const look = createFolderLook(context, place, closing.signal)
  const complaints = createComplaints(context.log, folder)
  const hint = createHint(folder)
  let nextScan = 0

  const repetition = repeat(context.log, `Watching ${folder}`, settle, async () => {
    const whole = hint.take() || performance.now() >= nextScan
    try {
      await (whole ? look.through() : look.again())
      if (whole) complaints.settle()
      hint.listen()
    } catch (error) {
      hint.close()
      if (closing.signal.aborted) return
      const sentence = sentenceOf(error, place)
      if (sentence === undefined) throw error
      complaints.say(sentence)
    } finally {
      if (whole) nextScan = performance.now() + scan
    }
  })
  return {
    stop: async () => {
      closing.abort()
      hint.close()
      await Promise.race([repetition.stop(), sleep(stopGrace, undefined, { ref: false })])
    },
  }
}

/** What whoever keeps the server has to mend; undefined for anything else. */
function sentenceOf(error: unknown, { folder }: ImportFolder): string | undefined {
  if (error instanceof ApiError) return error.message
  if (!(error instanceof Error && 'path' in error)) return undefined
  switch (errorCode(error)) {
    case 'ENOENT':
      return `${folder} does not exist. Is it mounted?`
    case 'ENOTDIR':
      return `${folder} is not a folder.`
    case 'EACCES':
    case 'EPERM':
      return `${folder} may not be read by this user.`
    default:
      return `${folder} cannot be read: ${error.message}.`
  }
}

/** Each is said once until it is mended, not at every look. */
function createComplaints(log: Log, folder: string) {
  let said: string | undefined
  return {
    say: (sentence: string) => {
      if (said === sentence) return
      said = sentence
      log.warn(
        { folder },
        `${sentence} Nothing of this folder of CRESYL_IMPORT_DIRS is registered until then; it is tried again.`,
      )
    },
    settle: () => {
      if (said !== undefined) log.info({ folder }, 'a folder of CRESYL_IMPORT_DIRS can be used again')
      said = undefined
    },
  }
}

/** Where the system tells of changes, the next look comes sooner; what it doesn't tell of the scan finds. */
function createHint(folder: string) {
  let watcher: FSWatcher | undefined
  let hinted = false
  const close = () => {
    watcher?.close()
    watcher = undefined
  }
  return {
    listen: () => {
      if (watcher !== undefined) return
      try {
        watcher = watch(folder, { persistent: false }, () => {
          hinted = true
        })
        watcher.on('error', close)
      } catch {
        close()
      }
    },
    take: () => {
      const taken = hinted
      hinted = false
      return taken
    },
    close,
  }
}
