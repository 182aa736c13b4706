import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import { exportJWK, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens.ts'
import type { ActiveMember } from './queries.ts'

const member: ActiveMember = {
  userId: '01980000-0000-7000-8000-000000000001',
  email: 'ada@mercy.test',
  name: 'Ada',
  picture: null,
  organizationId: '01980000-0000-7000-8000-000000000002',
  organizationName: 'mercy',
  organizationDisplayName: 'Mercy',
  role: 'user',
  superadmin: false,
  acting: false,
}

const config = parseConfig({}, '/nowhere')
const now = new Date('2026-11-15T12:00:00Z')
const seconds = now.getTime() / 1000
let ahead = 0
let key: JWK
let tokens: AccessTokens

beforeAll(async () => {
  key = { ...(await newPrivateKey()), kid: 'ours', alg: 'RS256', use: 'sig' }
  const clock = { now: () => new Date(now.getTime() + ahead * 1000) }
  // Neither the database nor anything else of the context is needed to check a signature.
  tokens = createAccessTokens({ config, clock } as Context, [key])
})

async function newPrivateKey(): Promise<JWK> {
  return exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
}

const goodClaims: JWTPayload = {
  iss: config.identity.issuer,
  aud: config.identity.audience,
  sub: member.userId,
  iat: seconds,
  exp: seconds + 300,
  org_id: member.organizationId,
  permissions: ['read:slides'],
}

interface Forgery {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  signWith?: JWK
}

async function forge({ claims = {}, header = {}, signWith = key }: Forgery = {}): Promise<string> {
  return new SignJWT({ ...goodClaims, ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'ours', ...header })
    .sign(await importJWK(signWith, 'RS256'))
}

function refused(token: string, sentence: string) {
  return expect(tokens.verify(token)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringContaining(sentence),
  })
}

test('what we mint is accepted until it expires', async () => {
  const token = await tokens.mint(member)
  const claims = await tokens.verify(token)
  expect(claims).toEqual({
    subject: member.userId,
    organizationId: member.organizationId,
    permissions: permissionsOf('user'),
    expiresAt: new Date((seconds + 300) * 1000),
  })
  ahead = 304
  expect(await tokens.verify(token)).toEqual(claims)
  ahead = 306
  await refused(token, 'It has expired.')
  ahead = 0
})

test('the forgery in these tests is accepted when nothing is wrong with it', async () => {
  expect(await tokens.verify(await forge())).toMatchObject({ permissions: ['read:slides'] })
})

test('permissions we do not know are left out', async () => {
  const token = await forge({ claims: { permissions: ['read:slides', 'read:everything', 7, null] } })
  expect((await tokens.verify(token)).permissions).toEqual(['read:slides'])
})

test.each<[string, Forgery, string]>([
  ['another issuer', { claims: { iss: 'https://evil.example' } }, 'for another service'],
  ['another audience', { claims: { aud: 'https://other.example/api' } }, 'for another service'],
  ['the web client as audience, as in an ID token', { claims: { aud: 'cresyl-web' } }, 'for another service'],
  ['the type of an ID token', { header: { typ: 'JWT' } }, 'not an access token'],
  ['no type', { header: { typ: undefined } }, 'not an access token'],
  ['an expiry in the past', { claims: { exp: seconds - 6 } }, 'has expired'],
  ['no expiry', { claims: { exp: undefined } }, 'lacks the claim exp'],
  ['no subject', { claims: { sub: undefined } }, 'lacks the claim sub'],
  ['no time of issue', { claims: { iat: undefined } }, 'lacks the claim iat'],
  ['a start in the future', { claims: { nbf: seconds + 60 } }, 'not valid yet'],
  ['a subject that is no id', { claims: { sub: "x'; drop table users" } }, 'lacks the organisation'],
  ['no organisation', { claims: { org_id: undefined } }, 'lacks the organisation'],
  ['permissions that are no list', { claims: { permissions: 'read:slides' } }, 'lacks the organisation'],
  ['a key we do not have', { header: { kid: 'theirs' } }, 'not signed by this service'],
])('refuses a token with %s', async (_what, forgery, sentence) => {
  await refused(await forge(forgery), sentence)
})

test('refuses a token of another key, also when it brings that key along', async () => {
  const signWith = await newPrivateKey()
  const { kty, n, e } = signWith
  await refused(await forge({ signWith }), 'not signed by this service')
  await refused(await forge({ signWith, header: { jwk: { kty, n, e } } }), 'not signed by this service')
  await refused(
    await forge({ signWith, header: { jku: 'https://evil.example/jwks', kid: undefined } }),
    'not signed by this service',
  )
})

test('refuses tokens without a signature', async () => {
  await refused(new UnsecuredJWT(goodClaims).encode(), 'The access token is not accepted')
  const [header, payload] = (await forge()).split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'ours' })).toString('base64url')
  await refused(`${none}.${payload}.`, 'The access token is not accepted')
  await refused(`${header}.${payload}.`, 'not signed by this service')
})

test('refuses HS256 with the public key as the secret', async () => {
  const pem = createPublicKey({ key: key as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const token = await new SignJWT(goodClaims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'ours' })
    .sign(Buffer.from(pem))
  await refused(token, 'not signed by this service')
})

test('refuses a changed payload', async () => {
  const [header, , signature] = (await forge()).split('.')
  const changed = Buffer.from(JSON.stringify({ ...goodClaims, permissions: ['delete:slides'] }))
  await refused(`${header}.${changed.toString('base64url')}.${signature}`, 'not signed by this service')
})

test.each(['', '.', '..', 'a.b.c', 'Bearer', '\u0000', '💜.💜.💜', 'x'.repeat(10_000), '{"alg":"RS256"}'])(
  'refuses the malformed token %j',
  (token) => refused(token, 'It is malformed.'),
)

test('a flood of unknown keys leaves nothing behind', async () => {
  const [, payload, signature] = (await forge()).split('.')
  const flood = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const header = { alg: 'RS256', typ: 'at+jwt', kid: `${n}-${'k'.repeat(500)}` }
      const token = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`
      await tokens.verify(token).catch(() => {})
    }
  }
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  await flood(1000)
  const before = heap()
  await flood(10_000)
  // Kept, their names alone would be 5 MB.
  expect(heap() - before).toBeLessThan(2_000_000)
})
