import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseFull } from '../db/failures.ts'
import { isDiskFull, NoSpaceError } from '../file-error.ts'
import type { Log } from '../log.ts'
import {
  type Ending,
  type KeepOptions,
  type Kept,
  keepRunning,
  type Running,
} from '../processes/keep-running.ts'
import { repeat } from '../repeat.ts'
import { type Ballast, freeBytes, openBallast } from './ballast.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findClusterFolder } from './placement.ts'

export interface KeptPostgres {
  /** The same for as long as it is kept. */
  url: string
  /** Resolves with the reason if it ended and can't be started again. */
  lost: Promise<unknown>
  stop(): Promise<void>
}

export interface KeepPostgresOptions
  extends Omit<EmbeddedPostgresOptions, 'log' | 'signal'>,
    Pick<KeepOptions<Running>, 'patience' | 'pause'> {
  log: Log
  /** Instead of the usual one, for tests. */
  ballast?: Ballast
}

/** About a minute and a half, until a person has to look. */
const patience = 8

/** What it needs to start and to write its first checkpoint: a file of its log, and some. */
const leastBytes = 24 * 1024 * 1024

/**
 * Brings up the PostgreSQL of a data folder, and again at the same address whenever it ends by itself. Where the disk
 * is full that takes as long as it is.
 */
export async function keepPostgres(options: KeepPostgresOptions): Promise<KeptPostgres> {
  const { log, patience: given = patience, pause = sleepUnlessAborted, ...rest } = options
  let first: { url: string; port: number } | undefined
  const folder = () => findClusterFolder(options.dataDir)
  const keepBallast = async () => (options.ballast ?? openBallast(await folder())).keep()

  /** One that ran before and has no room now: somebody else fills the disk, and no person has to look but for that. */
  const startWithRoom: typeof startEmbeddedPostgres = async (how) => {
    for (let told = false; ; told = true) {
      try {
        return await startEmbeddedPostgres(how)
      } catch (error) {
        if (first === undefined || !isForWantOfRoom(error)) throw error
      }
      const place = await folder()
      if (!told) log.error({ folder: place }, 'the disk is full; the database is started once there is room')
      if (await (options.ballast ?? openBallast(place)).giveUp()) continue
      do {
        await pause(second, how.signal ?? new AbortController().signal)
        how.signal?.throwIfAborted()
      } while ((await freeBytes(place).catch(() => leastBytes)) < leastBytes)
    }
  }

  const start = async (signal: AbortSignal): Promise<Running> => {
    const port = first?.port
    const again = port !== undefined && { findPort: async () => port, progress: () => {} }
    const postgres = await startWithRoom({
      ...rest,
      ...again,
      log: (line) => log.info({ postgres: line }),
      signal,
    })
    first ??= { url: postgres.url, port: Number(new URL(postgres.url).port) }
    const stopped = Promise.withResolvers<Ending>()
    return {
      ended: Promise.race([postgres.exited, stopped.promise]),
      stop: async () => {
        await postgres.stop()
        stopped.resolve({ code: null, signal: null })
      },
    }
  }

  const kept: Kept<Running> = await keepRunning({
    name: 'postgres',
    start,
    log,
    patience: given,
    pause,
  })
  const ballast = repeat(log, 'Keeping some of the disk back', 60 * second, keepBallast)
  return {
    url: first?.url ?? '',
    lost: kept.lost,
    stop: async () => {
      await ballast.stop()
      await kept.stop()
    },
  }
}

const second = 1000
const sleepUnlessAborted = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

/** Told by the system, or by PostgreSQL in its log or its answer. */
function isForWantOfRoom(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof NoSpaceError || isDiskFull(each) || isDatabaseFull(each)) return true
    if (each.message.includes('No space left on device')) return true
  }
  return false
}
