import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'

export interface Config {
  host: string
  port: number
  /** Where people open the app, e.g. http://localhost:8080. */
  origin: string
  /** A second name of this server, so that uploads don't use up the browser's connections to the first. */
  uploadOrigin: string
  dataDir: string
  secretsDir: string
  demo: boolean
  database: { kind: 'embedded' } | { kind: 'external'; url: string }
  identity: { issuer: string; clientId: string; audience: string }
  log: { level: string; file?: string }
}

type Environment = Record<string, string | undefined>

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://slides.example.org' })
  .refine((value) => !URL.canParse(value) || new URL(value).pathname === '/', 'must not have a path')
  .transform((value) => new URL(value).origin)

const settings = z.object({
  CRESYL_PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number, 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, 'must be a port number, 1 to 65535')
    .default(8080),
  CRESYL_HOST: z.string().min(1).default('127.0.0.1'),
  CRESYL_ORIGIN: origin.optional(),
  CRESYL_UPLOAD_ORIGIN: origin.optional(),
  CRESYL_DATA_DIR: z.string().min(1).default('./data'),
  CRESYL_SECRETS_DIR: z.string().min(1).optional(),
  CRESYL_DEMO: flag.optional(),
  CRESYL_LOG: z.enum(['stdout', 'file'], 'must be stdout or file').default('stdout'),
  CRESYL_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'], 'must be trace, debug, info, warn or error')
    .default('info'),
  DATABASE_URL: z
    .string()
    .refine(
      (value) => /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value),
      'must be an address such as postgres://user:password@host/database',
    )
    .optional(),
})

/** Read by launchers and tests, not by the server. */
const readElsewhere = ['CRESYL_SAMPLES', 'CRESYL_CHROMIUM', 'CRESYL_TEST_POSTGRES']

/** Settings in, configuration out; every bad key is named in one message. `root` is what relative paths start from. */
export function parseConfig(environment: Environment, root: string): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
  faults.push(...unknownKeys(given).map((key) => `${key} is not a setting of Cresyl`))
  if (!parsed.success || faults.length > 0) {
    throw new StartError(
      `Cresyl can't start: ${faults.join('; ')}. Correct or remove ${faults.length === 1 ? 'it' : 'them'} (docs/configuration.md lists every setting).`,
    )
  }
  return compose(parsed.data, root)
}

function unknownKeys(given: Environment): string[] {
  const known = new Set([...Object.keys(settings.shape), ...readElsewhere])
  return Object.keys(given).filter((key) => key.startsWith('CRESYL_') && !known.has(key))
}

function compose(values: z.output<typeof settings>, root: string): Config {
  const dataDir = resolve(root, values.CRESYL_DATA_DIR)
  const port = values.CRESYL_PORT
  const appOrigin = values.CRESYL_ORIGIN ?? `http://localhost:${port}`
  const embedded = values.DATABASE_URL === undefined
  const log = { level: values.CRESYL_LOG_LEVEL }
  return {
    host: values.CRESYL_HOST,
    port,
    origin: appOrigin,
    uploadOrigin:
      values.CRESYL_UPLOAD_ORIGIN ?? (values.CRESYL_ORIGIN ? appOrigin : `http://127.0.0.1:${port}`),
    dataDir,
    secretsDir: values.CRESYL_SECRETS_DIR
      ? resolve(root, values.CRESYL_SECRETS_DIR)
      : join(dataDir, 'secrets'),
    demo:
      values.CRESYL_DEMO ??
      (embedded && isLoopback(values.CRESYL_HOST) && isLoopback(new URL(appOrigin).hostname)),
    database: embedded ? { kind: 'embedded' } : { kind: 'external', url: values.DATABASE_URL as string },
    identity: { issuer: `${appOrigin}/oidc`, clientId: 'cresyl-web', audience: `${appOrigin}/api` },
    log: values.CRESYL_LOG === 'file' ? { ...log, file: join(dataDir, 'logs', 'cresyl.log') } : log,
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}
