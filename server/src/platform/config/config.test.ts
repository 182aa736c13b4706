import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { parse, provider, refusal, usualClaims } from './test-parse.ts'

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
      database: { kind: 'embedded', reservedBytes: 256 * 1024 * 1024 },
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
      hubspot: null,
      storage: { defaultQuota: { share: 0.8 }, kind: 'disk', folder: '/srv/cresyl/data/storage' },
      slides: {
        cacheDir: '/srv/cresyl/data/cache',
        importFolders: [],
        automaticQc: true,
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

test('proxies are believed when they are named', () => {
  expect(parse({ CRESYL_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'fd00::/8',
  ])
})

test.each(['CRESYL_SAMPLES', 'CRESYL_CHROMIUM', 'CRESYL_TEST_POSTGRES', 'CRESYL_TRACE', 'CRESYL_MUTANTS'])(
  '%s, which is read elsewhere, is not taken for a mistake',
  (key) => {
    expect(parse({ [key]: 'x' })).toEqual(parse())
  },
)
