import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { isNetwork } from './addresses.ts'
import { identityFaults, identitySettings } from './identity-settings.ts'
import { mailFaults, mailSettings } from './mail-settings.ts'
import { processFaults, processSettings } from './process-settings.ts'
import { slideSettings } from './slide-settings.ts'
import { storageFaults, storageSettings } from './storage-settings.ts'
import { supportFaults, supportSettings } from './support-settings.ts'
import { flag, wholeNumber } from './values.ts'

export type Environment = Record<string, string | undefined>

/** All of them unless a number is named. */
const slideCount = z
  .string()
  .regex(/^(true|false|\d{1,3})$/, 'must be true, false or how many')
  .transform((value) => (value === 'false' ? 0 : value === 'true' ? Number.POSITIVE_INFINITY : Number(value)))

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://slides.example.org' })
  .refine((value) => !URL.canParse(value) || new URL(value).pathname === '/', 'must not have a path')
  .transform((value) => new URL(value).origin)

const networks = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim()))
  .refine(
    (list) => list.every(isNetwork),
    'must be addresses or networks joined by commas, such as 127.0.0.1,10.0.0.0/8',
  )

const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value),
    'must be an address such as postgres://user:password@host/database',
  )

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
  CRESYL_TRUSTED_PROXIES: networks.default([]),
  CRESYL_DATA_DIR: z.string().min(1).default('./data'),
  CRESYL_SECRETS_DIR: z.string().min(1).optional(),
  CRESYL_DEMO: flag.optional(),
  CRESYL_DEMO_SLIDES: slideCount.default(Number.POSITIVE_INFINITY),
  CRESYL_LOG: z.enum(['stdout', 'file'], 'must be stdout or file').default('stdout'),
  CRESYL_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'], 'must be trace, debug, info, warn or error')
    .default('info'),
  CRESYL_DATABASE_RESERVE_MB: wholeNumber(16, 1_000_000).default(256),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  ...processSettings,
  ...identitySettings,
  ...mailSettings,
  ...storageSettings,
  ...slideSettings,
  ...supportSettings,
})
export type Settings = z.output<typeof settings>

/** Read by launchers and tests, not by the server. */
const readElsewhere = [
  'CRESYL_SAMPLES',
  'CRESYL_CHROMIUM',
  'CRESYL_TEST_POSTGRES',
  'CRESYL_TEST_S3',
  'CRESYL_TRACE',
  'CRESYL_LONG',
  'CRESYL_MUTANTS',
  'CRESYL_MUTANT_MINUTES',
  'CRESYL_FIRST_MUTANT',
]
/** What starts like this is meant for us: an unknown key is a slip. */
const ownKey = /^(CRESYL|OIDC|SMTP|S3|HUBSPOT)_/

/** Every bad key is named in one message. */
export function readSettings(environment: Environment): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
  faults.push(
    ...identityFaults(given),
    ...mailFaults(given),
    ...storageFaults(given),
    ...processFaults(given),
    ...supportFaults(given),
  )
  faults.push(...unknownKeys(given).map((key) => `${key} is not a setting of Cresyl`))
  if (parsed.success && faults.length === 0) return parsed.data
  throw new StartError(
    `Cresyl can't start: ${faults.join('; ')}. Correct this (docs/configuration.md lists every setting).`,
  )
}

function unknownKeys(given: Environment): string[] {
  const known = new Set([...Object.keys(settings.shape), ...readElsewhere])
  return Object.keys(given).filter((key) => ownKey.test(key) && !known.has(key))
}
