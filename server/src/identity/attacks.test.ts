import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { decodeJwt, exportJWK, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../platform/db/database.ts'
import { memberships, organizations, users } from '../platform/db/schema/index.ts'
import { createMemberResolver } from './member.ts'
import {
  authorizationRequest,
  exchangeCode,
  openTestLab,
  parametersOf,
  refresh,
  requestTokens,
  signIn,
  submitLogin,
  type TestLab,
  type Tokens,
} from './test-identity.ts'

let identity: TestLab
let tokens: Tokens
let published: JWK

beforeAll(async () => {
  identity = await openTestLab()
  tokens = await signIn(identity, identity.newBrowser(), await identity.newPerson('victim'))
  const answer = await identity.newBrowser().get(`${identity.provider.issuer}/jwks`)
  published = JSON.parse(answer.text).keys[0]
})

afterAll(() => identity.close())

function resolve(token: string) {
  return createMemberResolver(identity.context, identity.provider)(token)
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

test('the token that these attacks start from is good', async () => {
  expect((await resolve(tokens.access_token)).organizationId).toBe(identity.organizationId)
})

test.each<[string, () => string]>([
  ['an ID token', () => tokens.id_token],
  ['a refresh token', () => tokens.refresh_token],
  ['a token cut short', () => tokens.access_token.slice(0, -1)],
  ['a token without a signature', () => new UnsecuredJWT(decodeJwt(tokens.access_token)).encode()],
])('%s is no access token', async (_what, token) => {
  await expect(resolve(token())).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('headers that bring their own key, or name another, are of no use', async () => {
  const claims = decodeJwt(tokens.access_token)
  const own: JWK = await exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const { kty, n, e } = own
  const signWith = (header: Record<string, unknown>) =>
    importJWK(own, 'RS256').then((key) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...header }).sign(key),
    )
  const forged = [
    await signWith({ kid: published.kid }),
    await signWith({ kid: published.kid, jwk: { kty, n, e } }),
    await signWith({ jku: 'https://evil.example/jwks' }),
    await signWith({ x5u: 'https://evil.example/cert', kid: published.kid }),
    await signWith({ kid: '../../../../dev/null' }),
    await signWith({ kid: "' or '1'='1" }),
  ]
  for (const token of forged) {
    await expect(resolve(token)).rejects.toThrow('It was not signed by this service.')
  }
})

test('the public key is no secret to sign with', async () => {
  const pem = createPublicKey({ key: published as never, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  for (const secret of [pem, JSON.stringify(published), published.n as string]) {
    const head = encode({ alg: 'HS256', typ: 'at+jwt', kid: published.kid })
    const body = encode(decodeJwt(tokens.access_token))
    const signature = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')
    await expect(resolve(`${head}.${body}.${signature}`)).rejects.toThrow('not signed by this service')
  }
})

test('a flood of unknown keys asks neither the database nor anyone else', async () => {
  let queries = 0
  const { database } = identity.context
  const counting = createMemberResolver(
    {
      ...identity.context,
      database: {
        ...database,
        asSystem: (work) => {
          queries++
          return database.asSystem(work)
        },
      },
    },
    identity.provider,
  )
  const [, body, signature] = tokens.access_token.split('.')
  for (let n = 0; n < 200; n++) {
    const head = encode({ alg: 'RS256', typ: 'at+jwt', kid: `unknown-${n}` })
    await expect(counting(`${head}.${body}.${signature}`)).rejects.toMatchObject({ code: 'unauthenticated' })
  }
  expect(queries).toBe(0)
  await counting(tokens.access_token)
  expect(queries).toBe(1)
})

test('a code is bound to its redirect address and its client', async () => {
  const person = await identity.newPerson('bound')
  const request = authorizationRequest(identity.context)
  const done = await submitLogin(identity, identity.newBrowser(), request, person)
  const form = {
    grant_type: 'authorization_code',
    code: parametersOf(done.location).code ?? '',
    code_verifier: request.verifier,
  }
  const { origin } = identity.context.config
  const elsewhere = await requestTokens(identity.context, { ...form, redirect_uri: `${origin}/silent.html` })
  expect(elsewhere.json.error).toBe('invalid_grant')
  const other = await requestTokens(identity.context, {
    ...form,
    redirect_uri: `${origin}/`,
    client_id: 'other',
  })
  expect(other.json.error).toBe('invalid_client')
  const without = await requestTokens(identity.context, {
    ...form,
    redirect_uri: `${origin}/`,
    code_verifier: '',
  })
  expect(without.status).toBe(400)
})

test('a forged Host never reaches an address or a cookie', async () => {
  const person = await identity.newPerson('hosted')
  const browser = identity.newBrowser()
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const { origin } = identity.context.config
  const first = await browser.get(authorizationRequest(identity.context).url, forged)
  expect(first.location.startsWith(`${origin}/oidc/interaction/`)).toBe(true)
  const page = await browser.get(first.location, forged)
  expect(page.text).not.toContain('evil')
  const resume = await browser.post(first.location, person, forged)
  expect(resume.location.startsWith(`${origin}/oidc/auth/`)).toBe(true)
  const done = await browser.get(resume.location, forged)
  expect(done.location.startsWith(`${origin}/?code=`)).toBe(true)
  expect(JSON.stringify([first, resume, done])).not.toContain('evil')
})

test('a session id of before the sign-in is not the one of after', async () => {
  const person = await identity.newPerson('fixated')
  const browser = identity.newBrowser()
  await signIn(identity, browser, person)
  const cookie = () => browser.cookies.find(({ name }) => name === 'cresyl_session')?.value
  const before = cookie()
  await signIn(identity, browser, person, { prompt: 'login' })
  expect(cookie()).not.toBe(before)
})

const disabledAt = new Date()

test.each<[string, (tx: Tx, userId: string) => Promise<unknown>]>([
  ['person', (tx, userId) => tx.update(users).set({ disabledAt }).where(eq(users.id, userId))],
  [
    'membership',
    (tx, userId) => tx.update(memberships).set({ disabledAt }).where(eq(memberships.userId, userId)),
  ],
  [
    'organisation',
    (tx) => tx.update(organizations).set({ disabledAt }).where(eq(organizations.id, identity.organizationId)),
  ],
])('with the %s disabled everything stops: tokens, renewal, codes, sessions', async (what, disable) => {
  const person = await identity.newPerson(`stopped-${what}`)
  const browser = identity.newBrowser()
  const live = await signIn(identity, browser, person)
  const waiting = authorizationRequest(identity.context, { prompt: 'none' })
  const { code = '' } = parametersOf((await browser.get(waiting.url)).location)
  const known = createMemberResolver(identity.context, identity.provider)
  await known(live.access_token)

  await identity.context.database.asSystem((tx) => disable(tx, person.id))
  expect((await refresh(identity.context, live.refresh_token)).json.error).toBe('invalid_grant')
  expect((await exchangeCode(identity.context, code, waiting.verifier)).json.error).toBe('invalid_grant')
  const silent = await browser.get(authorizationRequest(identity.context, { prompt: 'none' }).url)
  expect(parametersOf(silent.location).error).toBe('login_required')
  const page = await browser.get(authorizationRequest(identity.context).url)
  expect((await browser.post(page.location, person)).status).toBe(400)
  identity.skip(31)
  await expect(known(live.access_token)).rejects.toThrow('no longer a member')
})
