import type { Log } from '../log.ts'
import {
  type Ending,
  type KeepOptions,
  type Kept,
  keepRunning,
  type Running,
} from '../processes/keep-running.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts'

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
}

/** About a minute and a half, until a person has to look. */
const patience = 8

/** Brings up the PostgreSQL of a data folder, and again at the same address whenever it ends by itself. */
export async function keepPostgres(options: KeepPostgresOptions): Promise<KeptPostgres> {
  const { log, patience: given = patience, pause, ...rest } = options
  let first: { url: string; port: number } | undefined

  const start = async (signal: AbortSignal): Promise<Running> => {
    const port = first?.port
    const again = port !== undefined && { findPort: async () => port, progress: () => {} }
    const postgres = await startEmbeddedPostgres({
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
    ...(pause !== undefined && { pause }),
  })
  return { url: first?.url ?? '', lost: kept.lost, stop: kept.stop }
}
