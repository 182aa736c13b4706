import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityKeys } from '../platform/db/schema/index.ts'
import { addSigningKey, listKeys, loadSigningKeys, rotateKeys } from './keys.ts'
import { createIdentityProvider } from './provider.ts'
import {
  authorizationRequest,
  exchangeCode,
  openTestContext,
  openTestLab,
  parametersOf,
  refresh,
  signIn,
  submitLogin,
  type TestLab,
} from './test-identity.ts'

const day = 24 * 3600

let identity: TestLab

beforeAll(async () => {
  identity = await openTestLab()
})

afterAll(() => identity.close())

async function published(): Promise<string[]> {
  const answer = await identity.newBrowser().get(`${identity.provider.issuer}/jwks`)
  return JSON.parse(answer.text).keys.map(({ kid }: { kid: string }) => kid)
}

function kidOf(token: string): string | undefined {
  return decodeProtectedHeader(token).kid
}

test('a new key is published first, signs ten minutes later, and signs nobody out', async () => {
  const person = await identity.newPerson('rotating')
  const browser = identity.newBrowser()
  const before = await signIn(identity, browser, person)
  const opened = await browser.get(authorizationRequest(identity.context, { prompt: 'login' }).url)
  const half = authorizationRequest(identity.context)
  const done = await submitLogin(identity, identity.newBrowser(), half, person)
  const [old] = await published()

  const { kid } = await addSigningKey(identity.context)
  await identity.provider.refreshKeys()
  expect(await published()).toEqual([old, kid])
  const early = (await refresh(identity.context, before.refresh_token)).json
  expect(kidOf(early.access_token)).toBe(old)

  identity.skip(601)
  await identity.provider.refreshKeys()
  expect(await published()).toEqual([kid, old])
  const later = (await refresh(identity.context, early.refresh_token)).json
  expect([kidOf(later.access_token), kidOf(later.id_token)]).toEqual([kid, kid])
  // A login page that was open, and a code that was on its way, go on.
  expect((await browser.post(opened.location, person)).status).toBe(303)
  const exchanged = await exchangeCode(
    identity.context,
    parametersOf(done.location).code ?? '',
    half.verifier,
  )
  expect(kidOf(exchanged.json.access_token)).toBe(kid)

  const hint = await browser.get(
    authorizationRequest(identity.context, { prompt: 'none', id_token_hint: before.id_token }).url,
  )
  expect(parametersOf(hint.location).code).toBeDefined()
  const end = `${identity.provider.issuer}/session/end?id_token_hint=${before.id_token}`
  expect((await browser.get(end)).status).toBe(303)
})

test('a token of the old key is accepted by a server that signs with the new one', async () => {
  const person = await identity.newPerson('verified')
  const { kid } = await addSigningKey(identity.context)
  identity.skip(590)
  await identity.provider.refreshKeys()
  const token = await identity.provider.mintAccessToken(person.id, identity.organizationId)
  expect(kidOf(token)).not.toBe(kid)
  identity.skip(20)
  await identity.provider.refreshKeys()
  expect((await published())[0]).toBe(kid)
  expect((await identity.provider.verify(token)).subject).toBe(person.id)
  expect(kidOf(await identity.provider.mintAccessToken(person.id, identity.organizationId))).toBe(kid)
})

test('servers on one database agree: each takes up the key that another made', async () => {
  const second = await createIdentityProvider(identity.context)
  const person = await identity.newPerson('shared')
  const { kid } = await addSigningKey(identity.context)
  await second.refreshKeys()
  identity.skip(601)
  await identity.provider.refreshKeys()
  const token = await identity.provider.mintAccessToken(person.id, identity.organizationId)
  expect(kidOf(token)).toBe(kid)
  expect((await second.verify(token)).subject).toBe(person.id)
  await second.close()
})

test('after thirty days a new key is made once, and the old one goes two days after its last use', async () => {
  const { context, skip, close } = await openTestContext()
  const [first] = await loadSigningKeys(context)
  const kids = () =>
    context.database.asSystem(async (tx) =>
      (await tx.select({ id: identityKeys.id }).from(identityKeys)).map(({ id }) => id),
    )
  skip(29 * day)
  expect((await rotateKeys(context)).map(({ kid }) => kid)).toEqual([first.kid])
  skip(day + 1)
  const rotated = await Promise.all([1, 2, 3].map(() => rotateKeys(context)))
  expect(await kids()).toHaveLength(2)
  for (const keys of rotated) expect(keys[0].kid).toBe(first.kid)
  expect((await listKeys(context)).map(({ state }) => state)).toEqual(['waits', 'signs'])
  skip(601)
  const [second] = await rotateKeys(context)
  expect(second.kid).not.toBe(first.kid)
  expect((await listKeys(context)).map(({ state }) => state)).toEqual(['signs', 'served'])
  skip(2 * day - 60)
  expect(await rotateKeys(context)).toHaveLength(2)
  skip(120)
  expect((await rotateKeys(context)).map(({ kid }) => kid)).toEqual([second.kid])
  expect(await kids()).toEqual([second.kid])
  await close()
})
