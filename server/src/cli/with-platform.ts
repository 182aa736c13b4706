import pino from 'pino'
import { readEnvironment } from '../platform/config/environment.ts'
import type { Context } from '../platform/context.ts'
import { openPlatform } from '../platform/open-platform.ts'

/** Works on the data folder beside a running server; where none runs, brings up its database for the moment. */
export async function withPlatform<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const platform = await openPlatform({
    environment: readEnvironment(),
    besideServer: true,
    log: () => pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true })),
  })
  try {
    return await work(platform.context)
  } finally {
    await platform.close()
  }
}
