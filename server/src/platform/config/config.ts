import { join, resolve } from 'node:path'
import { isLoopback } from './addresses.ts'
import { type IdentityConfig, identityOf } from './identity-settings.ts'
import { type ProcessConfig, processesOf } from './process-settings.ts'
import { type Environment, readSettings, type Settings } from './settings.ts'
import { type SlideConfig, slidesOf } from './slide-settings.ts'
import { type StorageConfig, storageOf } from './storage-settings.ts'
import { type HubSpotConfig, hubspotOf } from './support-settings.ts'

export interface Config {
  host: string
  port: number
  /** Where people open the app, e.g. http://localhost:8080. */
  origin: string
  /** A second name of this server, so that uploads don't use up the browser's connections to the first. */
  uploadOrigin: string
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  dataDir: string
  secretsDir: string
  demo: boolean
  /** How many slides the demo organisation is given at most. */
  demoSlides: number
  /**
   * Where the embedded one has fewer than `reservedBytes` left on its disk, nothing is stored any more. `directUrl`
   * leads past a pooler, for what needs a connection of its own.
   */
  database: { kind: 'embedded'; reservedBytes: number } | { kind: 'external'; url: string; directUrl: string }
  processes: ProcessConfig
  identity: IdentityConfig
  /** How e-mail is sent; null: not at all. */
  mail: { url: string; from: string } | null
  /** Where tickets are sent; null: administrators answer them here. */
  hubspot: HubSpotConfig | null
  /** Where files are kept. */
  storage: StorageConfig
  slides: SlideConfig
  log: { level: string; file?: string }
}

/** Settings in, configuration out. `root` is what relative paths start from. */
export function parseConfig(environment: Environment, root: string): Config {
  const settings = readSettings(environment)
  const dataDir = resolve(root, settings.CRESYL_DATA_DIR)
  const port = settings.CRESYL_PORT
  const origin = settings.CRESYL_ORIGIN ?? `http://localhost:${port}`
  const identity = identityOf(settings, origin)
  const processes = processesOf(settings)
  const log = { level: settings.CRESYL_LOG_LEVEL }
  return {
    host: settings.CRESYL_HOST,
    port,
    origin,
    uploadOrigin:
      settings.CRESYL_UPLOAD_ORIGIN ?? (settings.CRESYL_ORIGIN ? origin : `http://127.0.0.1:${port}`),
    trustedProxies: settings.CRESYL_TRUSTED_PROXIES,
    dataDir,
    secretsDir: settings.CRESYL_SECRETS_DIR
      ? resolve(root, settings.CRESYL_SECRETS_DIR)
      : join(dataDir, 'secrets'),
    demo: settings.CRESYL_DEMO ?? isForOneMachine(settings, identity, origin),
    demoSlides: settings.CRESYL_DEMO_SLIDES,
    database:
      settings.DATABASE_URL === undefined
        ? { kind: 'embedded', reservedBytes: settings.CRESYL_DATABASE_RESERVE_MB * 1024 * 1024 }
        : {
            kind: 'external',
            url: settings.DATABASE_URL,
            directUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
          },
    processes,
    identity,
    mail:
      settings.SMTP_URL === undefined || settings.SMTP_FROM === undefined
        ? null
        : { url: settings.SMTP_URL, from: settings.SMTP_FROM },
    hubspot: hubspotOf(settings),
    storage: storageOf(settings, root, dataDir),
    slides: slidesOf(settings, { root, dataDir, apiProcesses: processes.apiProcesses }),
    log: settings.CRESYL_LOG === 'file' ? { ...log, file: join(dataDir, 'logs', 'cresyl.log') } : log,
  }
}

/** Everything embedded and nobody else on the network: someone is trying Cresyl out. */
function isForOneMachine(settings: Settings, identity: IdentityConfig, origin: string): boolean {
  return (
    settings.DATABASE_URL === undefined &&
    identity.kind === 'embedded' &&
    isLoopback(settings.CRESYL_HOST) &&
    isLoopback(new URL(origin).hostname)
  )
}
