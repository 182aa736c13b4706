import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOrganization } from '../people.ts'
import { openTestExternal, type TestExternal, testAudience } from './test-external.ts'

let external: TestExternal
const person = {
  sub: 'ada',
  aud: testAudience,
  org_id: 'mercy',
  roles: ['manager'],
  name: 'Ada',
  email: 'ada@mercy.test',
}

beforeAll(async () => {
  external = await openTestExternal()
  await addOrganization(external.context, { name: 'mercy', displayName: 'Mercy' })
})
afterAll(() => external.close())

const verify = (token: string) => external.identity.verify(token)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(external.context.clock.now().getTime() / 1000)

async function refusal(token: string): Promise<string> {
  const outcome = await verify(token).then(
    () => 'accepted',
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  )
  expect(outcome).toMatch(/^unauthenticated: /)
  return outcome
}

test('a token of the provider is accepted', async () => {
  const claims = await verify(await external.provider.sign({ ...person, sid: 'the-sitting' }))
  expect(claims).toMatchObject({ sessionId: 'the-sitting' })
  expect(claims.permissions).toContain('update:projects')
})

test('it may be meant for other services too', async () => {
  await verify(await external.provider.sign({ ...person, aud: ['account', testAudience] }))
})

describe('a forged token is refused:', () => {
  const header = { alg: 'RS256', kid: 'first', typ: 'JWT' }
  const body = () => encode({ ...person, iss: external.provider.issuer, exp: seconds() + 300 })

  test('unsigned', async () => {
    for (const alg of ['none', 'None', 'nOnE', '']) {
      expect(await refusal(`${encode({ ...header, alg })}.${body()}.`)).toContain('not')
    }
  })

  test('signed by HMAC with the public key as the secret', async () => {
    const { publicKey } = external.provider
    const key = await importJWK(publicKey, 'RS256', { extractable: true })
    for (const secret of [
      await exportSPKI(key as CryptoKey),
      JSON.stringify(publicKey),
      publicKey.n as string,
    ]) {
      const content = `${encode({ ...header, alg: 'HS256' })}.${body()}`
      const signature = createHmac('sha256', secret).update(content).digest('base64url')
      expect(await refusal(`${content}.${signature}`)).toContain('It was not signed by this service.')
    }
  })

  test('signed with a key that its own header brings or points to', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'theirs', alg: 'RS256' }
    const asked = { ...external.provider.asked }
    for (const trick of [
      { jwk },
      { jwk, kid: 'theirs' },
      { jku: `${external.provider.issuer}/userinfo`, kid: 'theirs' },
      { x5u: `${external.provider.issuer}/userinfo` },
      { x5c: ['MIIB'] },
    ]) {
      await refusal(await external.provider.sign(person, trick, privateKey))
    }
    expect(external.provider.asked.userinfo).toBe(asked.userinfo)
  })

  test.each([
    ['that does not exist', 'missing'],
    ['that is a path', '../../../../dev/null'],
    ['that is SQL', "' or '1'='1"],
    ['that is a property of every object', '__proto__'],
    ['that is empty', ''],
  ])('with a key id %s', async (_what, kid) => {
    const { privateKey } = await generateKeyPair('RS256')
    await refusal(await external.provider.sign(person, { kid }, privateKey))
  })

  test('with the right key id and another key', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect(await refusal(await external.provider.sign(person, {}, privateKey))).toContain(
      'It was not signed by this service.',
    )
  })

  test('by another algorithm of the same key', async () => {
    const key = await importJWK(await exportJWK(external.provider.privateKey), 'PS256')
    expect(await refusal(await external.provider.sign(person, { alg: 'PS256' }, key as CryptoKey))).toContain(
      'It was not signed by this service.',
    )
  })

  test('with another payload under a good signature', async () => {
    const [first, , signature] = (await external.provider.sign(person)).split('.')
    await refusal(`${first}.${encode({ ...person, roles: ['admin'], exp: seconds() + 300 })}.${signature}`)
  })

  test('that is no token, or too long', async () => {
    for (const token of ['', '.', '..', 'rubbish', `${'a'.repeat(20_000)}.a.a`]) await refusal(token)
  })

  test('that demands an extension nobody knows', async () => {
    const token = await external.provider.sign(person)
    const [, payload, signature] = token.split('.')
    await refusal(`${encode({ ...header, crit: ['b64'], b64: false })}.${payload}.${signature}`)
  })
})

describe('a token that was not meant for us, or not now, is refused:', () => {
  test.each([
    ['another issuer', { iss: 'https://elsewhere.example' }, 'It was issued for another service.'],
    ['no issuer', { iss: undefined }, 'It was issued for another service.'],
    ['another audience', { aud: 'https://elsewhere.example' }, 'It was issued for another service.'],
    ['no audience', { aud: undefined }, 'It was issued for another service.'],
    ['an audience that starts alike', { aud: `${testAudience}/other` }, 'It was issued for another service.'],
    ['no subject', { sub: undefined }, 'It lacks the claim sub.'],
    ['no expiry', { exp: undefined }, 'It lacks the claim exp.'],
    ['an expiry that is no number', { exp: 'never' }, 'Its claim exp is not valid.'],
  ])('%s', async (_what, changes, sentence) => {
    expect(await refusal(await external.provider.sign({ ...person, ...changes }))).toContain(sentence)
  })

  test('an issuer with another slash at the end', async () => {
    const iss = `${external.provider.issuer}/`
    expect(await refusal(await external.provider.sign({ ...person, iss }))).toContain('another service')
  })

  test('six seconds after its expiry, but not four', async () => {
    await verify(await external.provider.sign({ ...person, exp: seconds() - 4 }))
    expect(await refusal(await external.provider.sign({ ...person, exp: seconds() - 6 }))).toContain(
      'It has expired.',
    )
  })

  test('six seconds before it begins, but not four', async () => {
    await verify(await external.provider.sign({ ...person, nbf: seconds() + 4 }))
    expect(await refusal(await external.provider.sign({ ...person, nbf: seconds() + 7 }))).toContain(
      'It is not valid yet.',
    )
  })

  test('an ID token, where the type of access tokens is set', async () => {
    const { identity } = external.withSettings({ OIDC_TOKEN_TYPE: 'at+jwt' })
    await identity.verify(await external.provider.sign(person, { typ: 'at+jwt' }))
    await identity.verify(await external.provider.sign(person, { typ: 'application/at+jwt' }))
    for (const typ of ['JWT', 'id_token+jwt', undefined]) {
      await expect(identity.verify(await external.provider.sign(person, { typ }))).rejects.toThrow(
        'It is not an access token.',
      )
    }
  })
})
