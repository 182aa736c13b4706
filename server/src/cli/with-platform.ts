import pino from 'pino'
import { parseConfig } from '../platform/config/config.ts'
import type { Environment } from '../platform/config/settings.ts'
import type { Context } from '../platform/context.ts'
import { openPlatform } from '../platform/open-platform.ts'
import { rootFolder } from '../platform/places.ts'
import { settingsOfRunningServer } from '../platform/server-address.ts'

/** Works on the data folder beside a running server; where none runs, brings up its database for the moment. */
export async function withPlatform<T>(
  environment: Environment,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { dataDir } = parseConfig(environment, rootFolder)
  const platform = await openPlatform({
    environment: { ...(await settingsOfRunningServer(dataDir)), ...environment },
    besideServer: true,
    log: () => pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true })),
  })
  try {
    return await work(platform.context)
  } finally {
    await platform.close()
  }
}
