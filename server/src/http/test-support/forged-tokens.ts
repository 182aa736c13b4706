import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, exportJWK, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { loadSigningKeys } from '../../identity/keys.ts'
import type { TestApi, TestMember } from '../test-api.ts'

interface Forgery {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: JWK
}

/**
 * Tokens that differ from a good one of the member in one thing each, signed with our own key unless that is it; and
 * one that differs in nothing, made in the same way.
 */
export async function forgeTokens(api: TestApi, member: TestMember): Promise<Record<string, string>> {
  const [ours] = await loadSigningKeys(api.context)
  const theirs = await exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const good = decodeJwt(member.token)
  const now = Math.floor(api.context.clock.now().getTime() / 1000)
  const forge = ({ claims = {}, header = {}, key = ours }: Forgery) =>
    importJWK(key, 'RS256').then((signer) =>
      new SignJWT({ ...good, ...claims } as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: ours.kid as string, ...header })
        .sign(signer),
    )
  const unsigned = new UnsecuredJWT(good).encode()
  const { kty, n, e } = theirs
  return {
    'nothing wrong': await forge({}),
    'no signature': unsigned,
    'the signature of another': unsigned + member.token.split('.')[2],
    'HS256 by the public key': signByPublicKey(good, ours),
    'another key': await forge({ key: theirs }),
    'a key of its own in the header': await forge({ key: theirs, header: { jwk: { kty, n, e } } }),
    'a key elsewhere': await forge({ key: theirs, header: { jku: 'https://evil.example/jwks' } }),
    'an unknown key': await forge({ header: { kid: 'unknown' } }),
    'another issuer': await forge({ claims: { iss: 'https://evil.example' } }),
    'another audience': await forge({ claims: { aud: 'https://evil.example/api' } }),
    'the audience of an ID token': await forge({ claims: { aud: api.context.config.identity.clientId } }),
    'the type of an ID token': await forge({ header: { typ: 'JWT' } }),
    'an expiry in the past': await forge({ claims: { exp: now - 60 } }),
    'no expiry': await forge({ claims: { exp: undefined } }),
    'a start in the future': await forge({ claims: { nbf: now + 3600 } }),
    'no subject': await forge({ claims: { sub: undefined } }),
    'the organisation of others': await forge({ claims: { org_id: api.away.admin.organizationId } }),
    'more permissions under the same signature': withClaims(member.token, { permissions: ['*'] }),
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function withClaims(token: string, claims: object): string {
  const [head, , signature] = token.split('.')
  return [head, encode({ ...decodeJwt(token), ...claims }), signature].join('.')
}

function signByPublicKey(claims: JWTPayload, { kty, n, e, kid }: JWK): string {
  const key = createPublicKey({ key: { kty, n, e } as never, format: 'jwk' })
  const secret = key.export({ type: 'spki', format: 'pem' })
  const text = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
