import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openViewing, type Viewing } from '../../domain/viewers/open-viewing.ts'
import { openTestExternal, type TestExternal } from '../../identity/external/test-external.ts'
import { createMemberResolver } from '../../identity/member.ts'
import { addOrganization } from '../../identity/people.ts'
import { buildServer } from '../server.ts'
import { unhurried } from '../test-api.ts'
import { appConfigOf } from './app-config.ts'

let external: TestExternal
let viewing: Viewing
let webFolder: string

beforeAll(async () => {
  external = await openTestExternal()
  viewing = await openViewing(external.context)
  await addOrganization(external.context, { name: 'lab', displayName: 'The Lab' })
  webFolder = await mkdtemp(join(tmpdir(), 'cresyl-web-'))
  await writeFile(
    join(webFolder, 'index.html'),
    '<!doctype html><script type="application/json" id="cresyl-config">null</script>',
  )
})
afterAll(async () => {
  await viewing.close()
  await external.close()
  await rm(webFolder, { recursive: true, force: true })
})

/** The server without a provider of its own, as main.ts builds it. */
async function build(settings: Record<string, string> = {}) {
  const { context, identity } = external.withSettings(settings)
  const app = await buildServer(context, {
    ...viewing.parts,
    identityOrigins: identity.origins,
    authenticate: createMemberResolver(context, identity),
    pace: unhurried,
    checkReplies: true,
    webFolder,
    appConfig: appConfigOf(context.config, '0.0.0-test', context.config.uploadOrigin),
  })
  const addresses: string[] = []
  app.addHook('onRequest', async (request) => void addresses.push(request.ip))
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: 'localhost:8080', ...headers }, remoteAddress: '127.0.0.1' })
  return { app, get, addresses, identity }
}

describe('with another identity provider', () => {
  test('its tokens open the API, and there is no provider of our own', async () => {
    const { app, get } = await build()
    const claims = {
      sub: 'ada',
      aud: external.context.config.identity.audience,
      org_id: 'lab',
      roles: ['user'],
    }
    const authorization = `Bearer ${await external.provider.sign(claims)}`
    const reply = await get('/api/organizations/current/', { authorization })
    expect(reply.json()).toMatchObject({ name: 'lab' })
    expect((await get('/oidc/auth')).statusCode).toBe(404)
    await app.close()
  })

  test('while it does not answer, requests are told to come back, not to sign in', async () => {
    const { discovery } = external.provider.answers
    external.provider.answers.discovery = null
    const { app, get } = await build()
    const authorization = `Bearer ${await external.provider.sign({ sub: 'ada' })}`
    const reply = await get('/api/organizations/current/', { authorization })
    expect(reply.statusCode).toBe(503)
    expect(reply.json().detail).toContain('because the identity provider does not answer')
    external.provider.answers.discovery = discovery
    await app.close()
  })

  test('pages may talk to it wherever it is, once it has said so', async () => {
    const { discovery } = external.provider.answers
    external.provider.answers.discovery = null
    const { app, get, identity } = await build()
    const policy = async () => String((await get('/login')).headers['content-security-policy'])
    const { origin } = new URL(external.provider.issuer)
    expect(await policy()).toContain(`frame-src 'self' ${origin};`)
    external.provider.answers.discovery = {
      ...(discovery as object),
      jwks_uri: 'https://keys.example/keys',
      token_endpoint: 'https://tokens.example/token',
    }
    await expect
      .poll(() => {
        external.skip(6)
        return identity.origins()
      })
      .toHaveLength(3)
    const all = `${origin} https://tokens.example https://keys.example`
    expect(await policy()).toContain(`connect-src 'self' http://127.0.0.1:8080 ${all};`)
    expect(await policy()).toContain(`frame-src 'self' ${all};`)
    external.provider.answers.discovery = discovery
    await app.close()
  })
})

describe('the address of whoever asks', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9', 'x-forwarded-host': 'evil.example' }

  test('is that of the connection: what headers say is not believed', async () => {
    const { app, get, addresses } = await build()
    await get('/healthz', forwarded)
    expect(addresses).toEqual(['127.0.0.1'])
    await app.close()
  })

  test('is what a trusted proxy says, and no further back than trust reaches', async () => {
    const { app, get, addresses } = await build({ CRESYL_TRUSTED_PROXIES: '127.0.0.0/8,::1' })
    await get('/healthz', forwarded)
    expect(addresses).toEqual(['198.51.100.9'])
    const elsewhere = await build({ CRESYL_TRUSTED_PROXIES: '10.0.0.0/8' })
    await elsewhere.get('/healthz', forwarded)
    expect(elsewhere.addresses).toEqual(['127.0.0.1'])
    await Promise.all([app.close(), elsewhere.app.close()])
  })

  test('changes nothing about the host names that are answered for', async () => {
    const { app, get } = await build({ CRESYL_TRUSTED_PROXIES: '127.0.0.1' })
    expect((await get('/login', { ...forwarded, host: 'evil.example' })).statusCode).toBe(421)
    expect((await get('/login', forwarded)).statusCode).toBe(200)
    await app.close()
  })
})
