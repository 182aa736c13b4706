import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { isLoopback } from './addresses.ts'
import { parseConfig } from './config.ts'

const parse = (environment: Record<string, string | undefined> = {}) =>
  parseConfig(environment, '/srv/cresyl')

function refusal(environment: Record<string, string>): string {
  try {
    parse(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  }
  throw new Error('The settings were accepted')
}

const usualClaims = {
  organization: 'org_id',
  organizationName: 'org_name',
  organizationDisplayName: 'org_display_name',
  roles: 'roles',
  permissions: 'permissions',
  name: 'name',
  email: 'email',
  picture: 'picture',
}

const provider = {
  OIDC_ISSUER: 'https://login.example.org/',
  OIDC_CLIENT_ID: 'cresyl',
  OIDC_AUDIENCE: 'https://slides.example.org/api',
}

describe('without any setting', () => {
  test('everything has its default', () => {
    expect(parse()).toEqual({
      host: '127.0.0.1',
      port: 8080,
      origin: 'http://localhost:8080',
      uploadOrigin: 'http://127.0.0.1:8080',
      dataDir: '/srv/cresyl/data',
      secretsDir: '/srv/cresyl/data/secrets',
      demo: true,
      demoSlides: Number.POSITIVE_INFINITY,
      database: { kind: 'embedded' },
      processes: {
        roles: ['api', 'worker'],
        apiProcesses: 1,
        workerLabels: [],
        workerJobs: availableParallelism(),
      },
      identity: {
        kind: 'embedded',
        issuer: 'http://localhost:8080/oidc',
        clientId: 'cresyl-web',
        audience: 'http://localhost:8080/api',
        audienceParameter: 'resource',
        scope: 'openid profile email offline_access',
        organizationParameter: 'organization',
        organization: null,
        claims: usualClaims,
        roles: {},
        tokenType: 'at+jwt',
      },
      mail: null,
      storage: { kind: 'disk', folder: '/srv/cresyl/data/storage' },
      slides: {
        cacheDir: '/srv/cresyl/data/cache',
        importFolders: [],
        decodeProcesses: Math.max(2, availableParallelism()),
        tileCacheBytes: 256 * 1024 ** 2,
        blockCacheBytes: 20 * 1024 ** 3,
      },
      trustedProxies: [],
      log: { level: 'info' },
    })
  })

  test('an empty setting counts as none, and settings of other programs are no concern', () => {
    expect(parse({ CRESYL_PORT: '', DATABASE_URL: '', CRESYL_TYPO: '', PATH: '/bin', PORT: 'x' })).toEqual(
      parse(),
    )
  })
})

describe('defaults that follow from other settings', () => {
  test('origins follow the port', () => {
    expect(parse({ CRESYL_PORT: '9000' })).toMatchObject({
      port: 9000,
      origin: 'http://localhost:9000',
      uploadOrigin: 'http://127.0.0.1:9000',
      identity: { issuer: 'http://localhost:9000/oidc', audience: 'http://localhost:9000/api' },
    })
  })

  test('a public origin has no second name unless one is given', () => {
    const environment = { CRESYL_ORIGIN: 'https://slides.example.org/' }
    expect(parse(environment)).toMatchObject({
      origin: 'https://slides.example.org',
      uploadOrigin: 'https://slides.example.org',
      identity: { issuer: 'https://slides.example.org/oidc' },
    })
    expect(parse({ ...environment, CRESYL_UPLOAD_ORIGIN: 'https://up.example.org' }).uploadOrigin).toBe(
      'https://up.example.org',
    )
  })

  test('folders are in the data folder, and relative ones start from the root', () => {
    expect(parse({ CRESYL_DATA_DIR: 'elsewhere' })).toMatchObject({
      dataDir: '/srv/cresyl/elsewhere',
      secretsDir: '/srv/cresyl/elsewhere/secrets',
    })
    expect(parse({ CRESYL_DATA_DIR: '/var/lib/cresyl', CRESYL_SECRETS_DIR: 'keys' })).toMatchObject({
      dataDir: '/var/lib/cresyl',
      secretsDir: '/srv/cresyl/keys',
    })
  })

  test('the log goes to standard output, or to a file in the data folder', () => {
    expect(parse({ CRESYL_LOG: 'stdout', CRESYL_LOG_LEVEL: 'warn' }).log).toEqual({ level: 'warn' })
    expect(parse({ CRESYL_LOG: 'file' }).log).toEqual({
      level: 'info',
      file: '/srv/cresyl/data/logs/cresyl.log',
    })
  })

  test('an address of a database means an external one', () => {
    const url = 'postgresql://cresyl:secret@db.example.org:5433/cresyl?sslmode=require'
    expect(parse({ DATABASE_URL: url }).database).toEqual({ kind: 'external', url, directUrl: url })
  })

  test('what needs a connection of its own can go past a pooler', () => {
    const [url, directUrl] = ['postgres://pooler:6432/cresyl', 'postgres://db/cresyl']
    expect(parse({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }).database).toEqual({
      kind: 'external',
      url,
      directUrl,
    })
  })

  test.each([
    ['on the embedded default', {}, true],
    ['on another loopback address', { CRESYL_HOST: '::1', CRESYL_ORIGIN: 'http://127.0.0.1:8080' }, true],
    ['with a database of its own', { DATABASE_URL: 'postgres://localhost/cresyl' }, false],
    ['listening to the network', { CRESYL_HOST: '0.0.0.0' }, false],
    ['behind a public address', { CRESYL_ORIGIN: 'https://slides.example.org' }, false],
    ['listening to the network, when asked for', { CRESYL_HOST: '0.0.0.0', CRESYL_DEMO: 'true' }, true],
    ['on the embedded default, when not wanted', { CRESYL_DEMO: 'false' }, false],
    ['with another identity provider', provider, false],
  ])('demo users %s: %o gives %s', (_case, environment, demo) => {
    expect(parse(environment).demo).toBe(demo)
  })

  test.each([
    ['true', Number.POSITIVE_INFINITY],
    ['false', 0],
    ['2', 2],
  ])('CRESYL_DEMO_SLIDES=%s means %i of them at most', (value, slides) => {
    expect(parse({ CRESYL_DEMO_SLIDES: value }).demoSlides).toBe(slides)
    expect(() => parse({ CRESYL_DEMO_SLIDES: `${value}x` })).toThrow(
      /CRESYL_DEMO_SLIDES must be true, false or how many/,
    )
  })
})

describe('a bad setting stops the start', () => {
  test.each([
    ['CRESYL_PORT', '0', 'must be a port number, 1 to 65535'],
    ['CRESYL_PORT', '65536', 'must be a port number, 1 to 65535'],
    ['CRESYL_PORT', '80.5', 'must be a port number, 1 to 65535'],
    ['CRESYL_PORT', '1e3', 'must be a port number, 1 to 65535'],
    ['CRESYL_PORT', '-1', 'must be a port number, 1 to 65535'],
    ['CRESYL_PORT', 'NaN', 'must be a port number, 1 to 65535'],
    ['CRESYL_ORIGIN', 'slides.example.org', 'must be an address such as https://slides.example.org'],
    ['CRESYL_ORIGIN', 'ftp://slides.example.org', 'must be an address such as https://slides.example.org'],
    ['CRESYL_ORIGIN', 'https://example.org/slides', 'must not have a path'],
    ['CRESYL_UPLOAD_ORIGIN', 'https://example.org/up/', 'must not have a path'],
    ['CRESYL_DEMO', 'yes', 'must be true or false'],
    ['CRESYL_DEMO', 'TRUE', 'must be true or false'],
    ['CRESYL_LOG', 'syslog', 'must be stdout or file'],
    ['CRESYL_LOG_LEVEL', 'loud', 'must be trace, debug, info, warn or error'],
    ['DATABASE_URL', 'mysql://h/d', 'must be an address such as postgres://user:password@host/database'],
    ['DATABASE_URL', 'postgres://', 'must be an address such as postgres://user:password@host/database'],
    [
      'DATABASE_URL',
      'postgres://u:p#1@h/d',
      'must be an address such as postgres://user:password@host/database',
    ],
    [
      'DATABASE_URL',
      'postgres://h:99999/d',
      'must be an address such as postgres://user:password@host/database',
    ],
    ['CRESYL_PROT', '8080', 'is not a setting of Cresyl'],
    ['SMTP_HOST', 'mail', 'is not a setting of Cresyl'],
    ...['10.0.0.0/0', '10.0.0.0/33', 'proxy.example.org', '10.0.0.1,', '10.0.0.0/8/8', '::1/129'].map(
      (value): [string, string, string] => [
        'CRESYL_TRUSTED_PROXIES',
        value,
        'must be addresses or networks joined by commas, such as 127.0.0.1,10.0.0.0/8',
      ],
    ),
  ])('%s=%s', (key, value, fault) => {
    expect(refusal({ [key]: value })).toBe(
      `Cresyl can't start: ${key} ${fault}. Correct this (docs/configuration.md lists every setting).`,
    )
  })

  test('all of them are named in one message', () => {
    const message = refusal({
      CRESYL_PORT: 'x',
      CRESYL_ORIGIN: 'https://example.org/slides',
      CRESYL_DEMO: 'maybe',
      DATABASE_URL: 'sqlite:cresyl',
      CRESYL_TYPO: '1',
      CRESYL_OTHER_TYPO: '2',
    })
    expect(message).toBe(
      "Cresyl can't start: CRESYL_PORT must be a port number, 1 to 65535; CRESYL_ORIGIN must not have a path; " +
        'CRESYL_DEMO must be true or false; ' +
        'DATABASE_URL must be an address such as postgres://user:password@host/database; ' +
        'CRESYL_TYPO is not a setting of Cresyl; CRESYL_OTHER_TYPO is not a setting of Cresyl. ' +
        'Correct this (docs/configuration.md lists every setting).',
    )
  })

  test.each([
    { DATABASE_URL: 'postgre://cresyl:hunter2@db/cresyl' },
    { SMTP_URL: 'http://cresyl:hunter2@mail', SMTP_FROM: 'a@b.example' },
    { ...provider, OIDC_ISSUER: 'https://cresyl:hunter2@login.example.org' },
  ])('without showing a password', (environment) => {
    expect(refusal(environment)).not.toContain('hunter2')
  })
})

describe('another identity provider', () => {
  test('needs three settings, and its issuer is kept as it is, for tokens name it letter by letter', () => {
    expect(parse(provider).identity).toEqual({
      kind: 'external',
      issuer: 'https://login.example.org/',
      clientId: 'cresyl',
      audience: 'https://slides.example.org/api',
      audienceParameter: 'none',
      scope: 'openid profile email offline_access',
      organizationParameter: null,
      organization: null,
      claims: usualClaims,
      roles: {},
      tokenType: null,
    })
  })

  test('can be told apart in everything', () => {
    const { identity } = parse({
      ...provider,
      OIDC_AUDIENCE_PARAMETER: 'audience',
      OIDC_SCOPE: 'openid email',
      OIDC_ORGANIZATION: 'lab',
      OIDC_ORGANIZATION_PARAMETER: 'organization',
      OIDC_CLAIM_ORGANIZATION: 'tid',
      OIDC_CLAIM_ORGANIZATION_NAME: 'tenant.name',
      OIDC_CLAIM_ORGANIZATION_DISPLAY_NAME: 'tenant.title',
      OIDC_CLAIM_ROLES: 'https://slides.example.org/roles',
      OIDC_CLAIM_PERMISSIONS: 'scp',
      OIDC_CLAIM_NAME: 'full_name',
      OIDC_CLAIM_EMAIL: 'preferred_username',
      OIDC_CLAIM_PICTURE: 'avatar',
      OIDC_ROLES: 'Lab lead=admin, cn=readers=guest',
      OIDC_TOKEN_TYPE: 'at+jwt',
    })
    expect(identity).toMatchObject({
      audienceParameter: 'audience',
      scope: 'openid email',
      organization: 'lab',
      organizationParameter: 'organization',
      claims: {
        organization: 'tid',
        organizationName: 'tenant.name',
        organizationDisplayName: 'tenant.title',
        roles: 'https://slides.example.org/roles',
        permissions: 'scp',
        name: 'full_name',
        email: 'preferred_username',
        picture: 'avatar',
      },
      roles: { 'Lab lead': 'admin', 'cn=readers': 'guest' },
      tokenType: 'at+jwt',
    })
  })

  test('each setting that is missing is named', () => {
    const needed = 'another identity provider needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_AUDIENCE'
    expect(refusal({ OIDC_SCOPE: 'openid' })).toBe(
      `Cresyl can't start: OIDC_ISSUER is missing: ${needed}; OIDC_CLIENT_ID is missing: ${needed}; ` +
        `OIDC_AUDIENCE is missing: ${needed}. Correct this (docs/configuration.md lists every setting).`,
    )
  })

  test.each([
    ['CRESYL_DEMO', 'true', "can't be true with another identity provider, which knows no demo users"],
    ['OIDC_ISSUER', 'login.example.org', 'must be an address such as https://login.example.org'],
    [
      'OIDC_ISSUER',
      'http://login.example.org',
      'must start with https:// (http:// is for providers on this machine)',
    ],
    [
      'OIDC_ISSUER',
      'https://login.example.org/?tenant=1',
      'must be an address without a query, a fragment or a user',
    ],
    ['OIDC_AUDIENCE_PARAMETER', 'aud', 'must be audience, resource or none'],
    ['OIDC_SCOPE', 'profile email', 'must contain openid'],
    ['OIDC_ORGANIZATION_PARAMETER', 'a&b', 'must be the name of a parameter, such as organization'],
    [
      'OIDC_ROLES',
      'lead=boss',
      'must be pairs such as lab-lead=admin,viewer=guest; roles are guest, user, manager, admin',
    ],
    [
      'OIDC_ROLES',
      'admin',
      'must be pairs such as lab-lead=admin,viewer=guest; roles are guest, user, manager, admin',
    ],
    ['OIDC_CLAIM_ROLE', 'roles', 'is not a setting of Cresyl'],
  ])('%s=%s is refused', (key, value, fault) => {
    expect(refusal({ ...provider, [key]: value })).toBe(
      `Cresyl can't start: ${key} ${fault}. Correct this (docs/configuration.md lists every setting).`,
    )
  })

  test('may be on this machine without TLS', () => {
    expect(parse({ ...provider, OIDC_ISSUER: 'http://127.0.0.1:4593/api/oidc' }).identity.issuer).toBe(
      'http://127.0.0.1:4593/api/oidc',
    )
  })
})

describe('e-mail', () => {
  const url = 'smtps://cresyl:hunter2@mail.example.org:465'

  test.each(['cresyl@example.org', 'Cresyl <cresyl@example.org>', '<cresyl@example.org>'])(
    'is sent from %s',
    (from) => {
      expect(parse({ SMTP_URL: url, SMTP_FROM: from }).mail).toEqual({ url, from })
    },
  )

  test.each([
    [{ SMTP_URL: url }, 'SMTP_FROM is missing: e-mail needs a sender such as Cresyl <cresyl@example.org>'],
    [{ SMTP_FROM: 'a@b.example' }, 'SMTP_URL is missing: SMTP_FROM alone sends nothing'],
    [
      { SMTP_URL: 'mail.example.org', SMTP_FROM: 'a@b.example' },
      'SMTP_URL must be an address such as smtps://user:password@mail.example.org',
    ],
    [
      { SMTP_URL: url, SMTP_FROM: 'Cresyl' },
      'SMTP_FROM must be an e-mail address, or a name and one such as Cresyl <cresyl@example.org>',
    ],
    [
      { SMTP_URL: url, SMTP_FROM: 'Cresyl\nBcc: x@y.example <a@b.example>' },
      'SMTP_FROM must be an e-mail address, or a name and one such as Cresyl <cresyl@example.org>',
    ],
  ])('%o is refused', (environment, fault) => {
    expect(refusal(environment)).toBe(
      `Cresyl can't start: ${fault}. Correct this (docs/configuration.md lists every setting).`,
    )
  })
})

test('proxies are believed when they are named', () => {
  expect(parse({ CRESYL_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
  ])
})

test.each(['CRESYL_SAMPLES', 'CRESYL_CHROMIUM', 'CRESYL_TEST_POSTGRES'])(
  '%s, which is read elsewhere, is not taken for a mistake',
  (key) => {
    expect(parse({ [key]: 'x' })).toEqual(parse())
  },
)

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.0.1.1', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['10.0.0.1', false],
])('%s is loopback: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback)
})

describe('what a machine does', () => {
  const external = { DATABASE_URL: 'postgres://localhost/cresyl' }

  test.each([
    ['api', ['api']],
    ['worker', ['worker']],
    ['api,worker', ['api', 'worker']],
    ['worker, api', ['api', 'worker']],
  ])('CRESYL_ROLES=%s', (given, roles) => {
    expect(parse({ ...external, CRESYL_ROLES: given }).processes.roles).toEqual(roles)
  })

  test('how many processes and jobs, and what it has to offer', () => {
    const environment = {
      CRESYL_API_PROCESSES: '4',
      CRESYL_WORKER_JOBS: '12',
      CRESYL_WORKER_LABELS: 'gpu, big-memory,gpu',
    }
    expect(parse(environment).processes).toEqual({
      roles: ['api', 'worker'],
      apiProcesses: 4,
      workerLabels: ['big-memory', 'gpu'],
      workerJobs: 12,
    })
  })

  test.each([
    [{ ...external, CRESYL_ROLES: 'web' }, 'CRESYL_ROLES must be api, worker or api,worker'],
    [{ CRESYL_API_PROCESSES: '0' }, 'CRESYL_API_PROCESSES must be a number from 1 to 64'],
    [{ CRESYL_API_PROCESSES: 'two' }, 'CRESYL_API_PROCESSES must be a number from 1 to 64'],
    [{ CRESYL_WORKER_JOBS: '257' }, 'CRESYL_WORKER_JOBS must be a number from 1 to 256'],
    [
      { CRESYL_WORKER_LABELS: 'GPU' },
      'CRESYL_WORKER_LABELS must be words of small letters, digits and dashes joined by commas, such as gpu,big-memory',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://db/cresyl' },
      'DATABASE_DIRECT_URL has no effect without DATABASE_URL; set that too, or remove it',
    ],
    [
      { ...external, DATABASE_DIRECT_URL: 'db' },
      'DATABASE_DIRECT_URL must be an address such as postgres://user:password@host/database',
    ],
    [
      { CRESYL_ROLES: 'worker' },
      'DATABASE_URL is missing: CRESYL_ROLES=worker takes its jobs from a database that others use',
    ],
  ])('%o is refused', (environment, fault) => {
    expect(refusal(environment)).toBe(
      `Cresyl can't start: ${fault}. Correct this (docs/configuration.md lists every setting).`,
    )
  })
})

describe('storage', () => {
  test('is a folder of its own, or a bucket', () => {
    expect(parse({ CRESYL_DATA_DIR: '/d' }).storage).toEqual({ kind: 'disk', folder: '/d/storage' })
    expect(parse({ CRESYL_STORAGE_DIR: 'files' }).storage).toEqual({
      kind: 'disk',
      folder: '/srv/cresyl/files',
    })
    expect(parse({ CRESYL_STORAGE: 's3', S3_BUCKET: 'slides' }).storage).toEqual({
      kind: 's3',
      endpoint: undefined,
      bucket: 'slides',
      region: 'us-east-1',
    })
  })

  test.each([
    [{ CRESYL_STORAGE: 'tape' }, 'CRESYL_STORAGE must be disk or s3'],
    [{ CRESYL_STORAGE: 's3' }, 'S3_BUCKET is missing'],
    [
      { CRESYL_STORAGE: 's3', S3_BUCKET: 'b', S3_ENDPOINT: 's3.example.org' },
      'S3_ENDPOINT must be an address',
    ],
    [{ CRESYL_STORAGE: 's3', S3_BUCKET: 'b', CRESYL_STORAGE_DIR: '/x' }, 'CRESYL_STORAGE_DIR is for'],
    [{ S3_BUCKET: 'b' }, 'S3_BUCKET has no effect without CRESYL_STORAGE=s3'],
    [{ S3_BUKET: 'b' }, 'S3_BUKET is not a setting of Cresyl'],
  ])('is refused as %j', (environment, fault) => {
    expect(refusal(environment as Record<string, string>)).toContain(fault)
  })
})
