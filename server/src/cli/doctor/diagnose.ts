import { isIPv6 } from 'node:net'
import pino from 'pino'
import { checkPort as requireFreePort } from '../../http/listen.ts'
import { readiness } from '../../http/metrics/probes.ts'
import { createDiscovery } from '../../identity/external/discovery.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Environment } from '../../platform/config/settings.ts'
import { readHolder } from '../../platform/data-folder.ts'
import { greetMailServer } from '../../platform/mail/transport.ts'
import { findRunningPostgres } from '../../platform/postgres/runtime-file.ts'
import { settingsOfRunningServer } from '../../platform/server-address.ts'
import { StartError } from '../../platform/start-error.ts'
import { checkDatabase } from './check-database.ts'
import { checkFolder, dataFolderNeeds } from './check-folders.ts'
import { checkNode, checkSettings } from './check-machine.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkCacheFolder, checkImportFolders } from './check-slide-folders.ts'
import { checkStorage } from './check-storage.ts'
import { examine, type Finding, findingsAbout, reasonOf } from './finding.ts'

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
      'The embedded database is not running, so its content was not checked. Start Cresyl and run this again.',
    ),
  ]
}

const { ok, warning, problem } = findingsAbout('port')
const patience = 3000
const speaksLikeUs: unknown[] = Object.values(readiness)

/** Free, or taken by the very server that is being looked at. */
async function checkPort(config: Config): Promise<Finding> {
  const { port, dataDir } = config
  try {
    await requireFreePort(config)
    return ok(`${port} is free; no server runs here`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const status = await askReadiness(config)
    if (!speaksLikeUs.includes(status)) return problem(error.message)
    if (!(await isOfFolder(config))) {
      return problem(
        `Port ${port} is used by another Cresyl, not by the one of ${dataDir}. Choose another CRESYL_PORT, or set CRESYL_DATA_DIR to that one's folder.`,
      )
    }
    return status === readiness.ready
      ? ok(`Cresyl answers on ${port}`)
      : warning(`Cresyl answers on ${port} but is not ready: it waits for the database.`)
  }
}

async function isOfFolder({ port, dataDir }: Config): Promise<boolean> {
  const { CRESYL_PORT: announced } = await settingsOfRunningServer(dataDir)
  // A machine that only works announces no address.
  return announced === undefined ? (await readHolder(dataDir)) !== null : announced === String(port)
}

async function askReadiness({ host, port }: Config): Promise<unknown> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${isIPv6(address) ? `[${address}]` : address}:${port}/readyz`
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience) })
    return ((await reply.json()) as { status?: unknown } | null)?.status
  } catch {
    return undefined
  }
}

const mail = findingsAbout('e-mail')
const identity = findingsAbout('identity')

async function checkIdentity({ config, clock }: { config: Config; clock: Clock }): Promise<Finding> {
  const { issuer, kind } = config.identity
  if (kind === 'embedded') return identity.ok('people sign in with accounts of Cresyl')
  try {
    const { origins } = await createDiscovery({ config, clock, log: pino({ level: 'silent' }) }).describe()
    return identity.ok(`${issuer} describes itself; browsers need to reach ${origins.join(', ')}`)
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error
    return identity.problem(
      `No one can sign in: ${issuer} does not say where its keys are (${reasonOf(reason)}). Check OIDC_ISSUER and that this machine reaches it.`,
    )
  }
}

async function checkMail({ mail: settings }: Config): Promise<Finding> {
  if (settings === null) return mail.ok('not set up: links are shown to be copied')
  const { host } = new URL(settings.url)
  try {
    await greetMailServer(settings.url)
    return mail.ok(`${host} accepts e-mail`)
  } catch (error) {
    return mail.problem(
      `The mail server ${host} can't be used: ${reasonOf(error)}. Check SMTP_URL; e-mails wait until it can.`,
    )
  }
}
