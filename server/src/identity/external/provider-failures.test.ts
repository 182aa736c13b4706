import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addOrganization } from '../people.ts'
import { openTestExternal, type TestExternal, testAudience } from './test-external.ts'
import { RawAnswer, type TestProvider } from './test-provider.ts'

let external: TestExternal
let before: TestProvider['answers']
const person = { sub: 'ada', aud: testAudience, org_id: 'mercy', roles: ['manager'], name: 'Ada' }

beforeAll(async () => {
  external = await openTestExternal()
  before = { ...external.provider.answers }
  await addOrganization(external.context, { name: 'mercy', displayName: 'Mercy' })
})
afterAll(() => external.close())

type Failure = [what: string, place: 'discovery' | 'jwks', answer: () => unknown]
const description = () => before.discovery as object
/** Reaches the same server, but not by a loopback address. */
const unsafeAddress = (address: string) => address.replace('127.0.0.1', '0.0.0.0')

describe('the provider', () => {
  afterEach(() => {
    Object.assign(external.provider.answers, before)
    vi.useRealTimers()
  })

  test('is asked for its keys once, however many tokens name keys that nobody knows', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { identity } = external.withSettings({})
    await identity.verify(await external.provider.sign(person))
    const first = external.provider.asked.jwks
    const { privateKey } = await generateKeyPair('RS256')
    const flood = async () => {
      for (let n = 0; n < 20; n += 1) {
        const token = await external.provider.sign(person, { kid: `unknown-${n}` }, privateKey)
        await expect(identity.verify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
      }
    }
    await flood()
    expect(external.provider.asked.jwks).toBe(first)
    vi.setSystemTime(Date.now() + 31_000)
    await flood()
    expect(external.provider.asked.jwks).toBe(first + 1)
  })

  test('may bring a new key: tokens with it are accepted as soon as it is asked again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { identity } = external.withSettings({})
    await identity.verify(await external.provider.sign(person))
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const second = { ...(await exportJWK(publicKey)), kid: 'second', alg: 'RS256' }
    external.provider.answers.jwks = { keys: [external.provider.publicKey, second] }
    vi.setSystemTime(Date.now() + 31_000)
    await identity.verify(await external.provider.sign(person, { kid: 'second' }, privateKey))
    await identity.verify(await external.provider.sign(person))
  })

  test.each([
    ['closes the connection', 'discovery', () => null],
    ['answers with a failure', 'discovery', () => new RawAnswer(500)],
    ['answers rubbish', 'discovery', () => new RawAnswer(200, {}, '<html>')],
    ['describes another issuer', 'discovery', () => ({ ...description(), issuer: 'https://evil.example' })],
    [
      'has its keys where anyone could read along',
      'discovery',
      () => ({ ...description(), jwks_uri: unsafeAddress(`${external.provider.issuer}/keys`) }),
    ],
    [
      'leads elsewhere',
      'discovery',
      () => new RawAnswer(302, { location: `${external.provider.issuer}/moved-discovery` }),
    ],
    [
      'answers without end',
      'discovery',
      () => new RawAnswer(200, {}, JSON.stringify({ ...description(), x: 'x'.repeat(600_000) })),
    ],
    ['closes the connection', 'jwks', () => null],
    ['answers with a failure', 'jwks', () => new RawAnswer(503)],
    ['answers rubbish', 'jwks', () => ({ keys: 'none' })],
    [
      'leads elsewhere',
      'jwks',
      () => new RawAnswer(307, { location: `${external.provider.issuer}/moved-jwks` }),
    ],
    ['answers without end', 'jwks', () => ({ keys: [external.provider.publicKey], x: 'x'.repeat(600_000) })],
  ] as Failure[])('that %s (%s) signs nobody out: it is unavailable', async (_what, place, answer) => {
    external.provider.answers[place] = answer()
    const { identity } = external.withSettings({})
    for (let n = 0; n < 2; n += 1) {
      await expect(identity.verify(await external.provider.sign(person))).rejects.toMatchObject({
        code: 'unavailable',
        message:
          'Your sign-in cannot be checked at the moment, because the identity provider does not answer. Please try again shortly.',
      })
    }
  })

  test('is asked again a few seconds after a failure, and not before', async () => {
    external.provider.answers.discovery = null
    const { identity } = external.withSettings({})
    const token = await external.provider.sign(person)
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'unavailable' })
    const { discovery } = external.provider.asked
    Object.assign(external.provider.answers, before)
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'unavailable' })
    expect(external.provider.asked.discovery).toBe(discovery)
    external.skip(6)
    await identity.verify(token)
  })

  test('is asked for its keys once in a few seconds while it does not give them', async () => {
    external.provider.answers.jwks = null
    const { identity } = external.withSettings({})
    const { jwks } = external.provider.asked
    for (let n = 0; n < 5; n += 1) {
      const token = await external.provider.sign(person, { kid: `unknown-${n}` })
      await expect(identity.verify(token)).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect(external.provider.asked.jwks).toBe(jwks + 1)
  })

  test('may be down for a day once its keys are known, even after they have become old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { identity } = external.withSettings({})
    await identity.verify(await external.provider.sign(person))
    external.provider.answers.discovery = null
    external.provider.answers.jwks = null
    vi.setSystemTime(Date.now() + 3 * 3600_000)
    await identity.verify(await external.provider.sign(person))
    const { privateKey } = await generateKeyPair('RS256')
    const unknown = await external.provider.sign(person, { kid: 'newer' }, privateKey)
    await expect(identity.verify(unknown)).rejects.toMatchObject({ code: 'unavailable' })
    vi.setSystemTime(Date.now() + 22 * 3600_000)
    await expect(identity.verify(await external.provider.sign(person))).rejects.toMatchObject({
      code: 'unavailable',
    })
    Object.assign(external.provider.answers, before)
    vi.setSystemTime(Date.now() + 6000)
    await identity.verify(await external.provider.sign(person))
  })

  test('tells where browsers must reach it, and until then its issuer is the only place', async () => {
    external.provider.answers.discovery = {
      ...description(),
      token_endpoint: 'https://tokens.example/token',
    }
    const { identity } = external.withSettings({})
    const { origin } = new URL(external.provider.issuer)
    expect(identity.origins()).toEqual([origin])
    await identity.verify(await external.provider.sign(person))
    expect(identity.origins()).toEqual([origin, 'https://tokens.example'])
  })
})
