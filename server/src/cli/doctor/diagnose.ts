import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Environment } from '../../platform/config/settings.ts'
import { findRunningPostgres } from '../../platform/postgres/runtime-file.ts'
import { settingsOfRunningServer } from '../../platform/server-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkFolder, dataFolderNeeds } from './check-folders.ts'
import { checkNode, checkSettings } from './check-machine.ts'
import { checkPort } from './check-port.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkIdentity, checkMail } from './check-services.ts'
import { checkCacheFolder, checkImportFolders } from './check-slide-folders.ts'
import { checkStorage } from './check-storage.ts'
import { examine, type Finding, findingsAbout } from './finding.ts'

export interface Patient {
  environment: Environment
  /** What relative settings start from. */
  root: string
  clock?: Clock
}

/** Looks at everything that an installation leans on, beside a running server or without one, and starts nothing. */
export async function* diagnose({
  environment,
  root,
  clock = systemClock,
}: Patient): AsyncGenerator<Finding> {
  yield checkNode(process.versions.node)
  const asGiven = checkSettings(environment, root)
  if (asGiven.config === undefined) return yield asGiven.finding
  // A server that runs on the folder knows its port and name better than whoever looks at it.
  const running = await settingsOfRunningServer(asGiven.config.dataDir)
  const { finding, config = asGiven.config } = checkSettings({ ...running, ...environment }, root)
  yield finding
  const { dataDir } = config

  yield* await examine('data folder', () =>
    checkFolder({ about: 'data folder', folder: dataDir, ...dataFolderNeeds }),
  )
  yield* await examine('secrets', () => checkSecrets(config))
  yield* await examine('database', () => diagnoseDatabase(config, clock))
  yield* await examine('storage', () => checkStorage(config))
  yield* await examine('cache folder', () => checkCacheFolder(config))
  yield* await examine('import folder', () => checkImportFolders(config))
  yield* await examine('port', () => checkPort(config))
  yield* await examine('identity', () => checkIdentity({ config, clock }))
  yield* await examine('e-mail', () => checkMail(config))
}

async function diagnoseDatabase(config: Config, clock: Clock): Promise<Finding[]> {
  const url =
    config.database.kind === 'external' ? config.database.url : await findRunningPostgres(config.dataDir)
  if (url !== null) return checkDatabase({ config, url, clock })
  const { warning } = findingsAbout('database')
  return [
    warning(
      'The embedded database is not running, so that nothing in it was looked at. Start Cresyl and run this again.',
    ),
  ]
}
