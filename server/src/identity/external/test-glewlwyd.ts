import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../platform/postgres/free-port.ts'

const program = '/usr/bin/glewlwyd'
const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const run = promisify(execFile)

export interface Glewlwyd {
  issuer: string
  /** A client with the session of whoever signs in with it. */
  signIn(username: string, password: string): Promise<GlewlwydSession>
  /** As its administrator. */
  administer(path: string, body: unknown): Promise<void>
  stop(): Promise<void>
}

export interface GlewlwydSession {
  /** Lets a client have scopes, as the person would on the consent page. */
  grant(clientId: string, scope: string): Promise<void>
  /** Where the authorisation endpoint sends the browser. */
  authorize(parameters: Record<string, string>): Promise<URL>
}

/** Debian's glewlwyd, installed where that is possible: a provider that shares no code with ours. */
export async function startGlewlwyd(): Promise<Glewlwyd> {
  await ensureInstalled()
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-glewlwyd-'))
  const port = await findFreePort()
  const base = `http://localhost:${port}`
  await prepare(folder, port)
  const server = spawn(
    program,
    ['-c', join(folder, 'glewlwyd.conf'), '-m', 'file', '-f', join(folder, 'log')],
    {
      stdio: 'ignore',
    },
  )
  const ended = once(server, 'exit')
  await waitUntilReady(`${base}/api/`)

  const signIn = (username: string, password: string) => openSession(base, username, password)
  return {
    issuer: `${base}/api/oidc`,
    signIn,
    administer: async (path, body) => {
      const { send } = await openSession(base, 'admin', 'password')
      await send('POST', path, body)
    },
    stop: async () => {
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ensureInstalled(): Promise<void> {
  if (existsSync(program)) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env }).catch(() => undefined)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'glewlwyd'], { env }).catch(
      () => undefined,
    )
  }
  if (existsSync(program)) return
  throw new Error(
    'The test with another identity provider cannot run, because glewlwyd is not installed here and could not be. Install it (`sudo apt-get install glewlwyd`) and run the command again.',
  )
}

/** Its own tables, and people who have two more properties: the ones that become claims. */
async function prepare(folder: string, port: number): Promise<void> {
  const database = new DatabaseSync(join(folder, 'glewlwyd.db'))
  database.exec(await readFile(tables, 'utf8'))
  const { parameters } = database
    .prepare('select gumi_parameters as parameters from g_user_module_instance')
    .get() as { parameters: string }
  const settings = JSON.parse(parameters)
  const property = { multiple: false, read: true, write: true, 'profile-read': true, 'profile-write': false }
  settings['data-format'] = { ...settings['data-format'], role: property, verified: property }
  database.prepare('update g_user_module_instance set gumi_parameters = ?').run(JSON.stringify(settings))
  database.close()
  await writeFile(
    join(folder, 'glewlwyd.conf'),
    [
      `port=${port}`,
      'bind_address="127.0.0.1"',
      `external_url="http://localhost:${port}"`,
      'login_url="login.html"',
      'api_prefix="api"',
      'log_level="WARNING"',
      'cookie_secure=0',
      'admin_scope="g_admin"',
      'profile_scope="g_profile"',
      ...['user', 'client', 'plugin'].map((kind) => `${kind}_module_path="/usr/lib/glewlwyd/${kind}"`),
      'user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"',
      'hash_algorithm="SHA512"',
      `database = { type = "sqlite3"; path = "${join(folder, 'glewlwyd.db')}"; };`,
      '',
    ].join('\n'),
  )
}

async function waitUntilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await sleep(200)
  }
  throw new Error(`glewlwyd did not answer on ${url} within 30 seconds.`)
}

async function openSession(base: string, username: string, password: string) {
  let cookie = ''
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${base}/api${path}`, {
      method,
      redirect: 'manual',
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const send = async (method: string, path: string, body: unknown) => {
    const reply = await ask(method, path, body)
    if (!reply.ok)
      throw new Error(`glewlwyd answered ${reply.status} to ${method} ${path}: ${await reply.text()}`)
    return reply
  }
  const signedIn = await send('POST', '/auth/', { username, password })
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return {
    send,
    grant: async (clientId: string, scope: string) => {
      await send('PUT', `/auth/grant/${clientId}`, { scope })
    },
    authorize: async (parameters: Record<string, string>) => {
      const query = new URLSearchParams({ ...parameters, g_continue: '' })
      const reply = await ask('GET', `/oidc/auth?${query}`)
      return new URL(reply.headers.get('location') ?? `answered:${reply.status}`, base)
    },
  }
}

/** The settings of its OpenID plugin that docs/identity.md recommends. */
export function oidcPlugin(issuer: string, audience: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 300,
      'refresh-token-duration': 86_400,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'refresh-token-one-use': 'always',
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-id-token-enabled': true,
      'auth-type-client-enabled': false,
      'auth-type-device-enabled': false,
      'auth-type-refresh-enabled': true,
      'subject-type': 'public',
      'jwks-show': true,
      'pkce-allowed': true,
      'pkce-required': true,
      'pkce-method-plain-allowed': false,
      'allowed-scope': ['openid'],
      'resource-allowed': true,
      'resource-scope': { openid: [audience, 'https://elsewhere.example/api'] },
      'resource-client-property': '',
      'resource-scope-and-client-property': false,
      'resource-change-allowed': false,
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      claims: [
        {
          name: 'email_verified',
          'user-property': 'verified',
          type: 'boolean',
          'boolean-value-true': 'yes',
          'boolean-value-false': 'no',
          mandatory: true,
        },
      ],
      'additional-parameters': [{ 'user-parameter': 'role', 'token-parameter': 'roles' }],
    },
  }
}
