import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Claims = Record<string, unknown>

/** What the token endpoint does instead of answering properly. */
type Mishap = 'hang' | 'hang in the body' | 'drop' | { status: number; body: unknown }

export interface TestProvider {
  issuer: string
  /** The parameters of every token request so far. */
  tokenRequests: URLSearchParams[]
  discoveryStatus: number
  /** Used up one by one, before the provider behaves again. */
  mishaps: Mishap[]
  /** Laid over the claims of the next ID tokens; undefined removes one. */
  claims: Claims
  accessClaims: Claims
  /** Changes an ID token after it was signed. */
  tamper: (idToken: string) => string | Promise<string>
  sign(claims: Claims, header?: Claims, key?: CryptoKey): Promise<string>
  /** The nonce of the authorisation request whose code comes next. */
  nonce: string
  lifetimeSeconds: number
  /** Whether it gives refresh tokens; not every one does. */
  refreshes: boolean
  /** From now on it signs with a new key, and publishes it too. */
  rotateKeys(): Promise<void>
  /** How often the keys were fetched. */
  keyRequests: number
  acceptRefreshToken(token: string): void
  revoke(): void
  close(): Promise<void>
}

/** An OpenID provider on a free port: discovery, keys, and a token endpoint with rotating refresh tokens. */
export async function startTestProvider(now: () => number = Date.now): Promise<TestProvider> {
  const published: SigningKey[] = [await keyOf('key-1')]
  let validRefreshToken: string | undefined
  let issued = 0

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', provider.issuer).pathname
    if (path === '/oidc/.well-known/openid-configuration')
      return send(response, provider.discoveryStatus, metadata(provider.issuer))
    if (path === '/oidc/jwks') {
      provider.keyRequests += 1
      return send(response, 200, { keys: published.map(({ jwk }) => jwk) })
    }
    const form = new URLSearchParams(await text(request))
    provider.tokenRequests.push(form)
    const mishap = provider.mishaps.shift()
    if (mishap) return happen(response, mishap)
    if (form.get('grant_type') === 'refresh_token' && form.get('refresh_token') !== validRefreshToken) {
      // As real ones do: a token used twice ends the whole family.
      validRefreshToken = undefined
      return send(response, 400, { error: 'invalid_grant', error_description: 'grant request is invalid' })
    }
    return send(response, 200, await issueTokens())
  })

  async function issueTokens() {
    issued += 1
    validRefreshToken = `refresh-${issued}`
    const seconds = Math.floor(now() / 1000)
    const common = { iss: provider.issuer, sub: 'ada', iat: seconds, exp: seconds + provider.lifetimeSeconds }
    const idClaims = { ...common, aud: 'cresyl-web', nonce: provider.nonce, org_id: 'org-1', name: 'Ada' }
    return {
      access_token: await provider.sign({
        ...common,
        aud: 'urn:api',
        jti: `${issued}`,
        ...provider.accessClaims,
      }),
      token_type: 'Bearer',
      expires_in: provider.lifetimeSeconds,
      ...(provider.refreshes && { refresh_token: validRefreshToken }),
      id_token: await provider.tamper(await provider.sign({ ...idClaims, ...provider.claims })),
    }
  }

  const provider: TestProvider = {
    issuer: '',
    tokenRequests: [],
    discoveryStatus: 200,
    mishaps: [],
    claims: {},
    accessClaims: { permissions: ['read:projects'] },
    tamper: (idToken) => idToken,
    sign(claims, header, key) {
      const { kid, privateKey } = published.at(-1) as SigningKey
      return signJwt(claims, { alg: 'RS256', kid, ...header }, key ?? privateKey)
    },
    nonce: '',
    lifetimeSeconds: 300,
    refreshes: true,
    keyRequests: 0,
    async rotateKeys() {
      published.push(await keyOf(`key-${published.length + 1}`))
    },
    acceptRefreshToken: (token) => {
      validRefreshToken = token
    },
    revoke: () => {
      validRefreshToken = undefined
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oidc`
  return provider
}

interface SigningKey {
  kid: string
  privateKey: CryptoKey
  jwk: JsonWebKey
}

/** Making one takes longer than most tests: each is made once for all providers. */
const madeKeys = new Map<string, Promise<SigningKey>>()

function keyOf(kid: string): Promise<SigningKey> {
  const key = madeKeys.get(kid) ?? newKey(kid)
  madeKeys.set(kid, key)
  return key
}

async function newKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeys()
  const jwk = await crypto.subtle.exportKey('jwk', publicKey)
  return { kid, privateKey, jwk: Object.assign(jwk, { kid, alg: 'RS256', use: 'sig' }) }
}

export function generateKeys(): Promise<CryptoKeyPair> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 }
  const publicExponent = new Uint8Array([1, 0, 1])
  return crypto.subtle.generateKey({ ...algorithm, publicExponent }, true, ['sign', 'verify'])
}

async function signJwt(claims: Claims, header: Claims, key: CryptoKey): Promise<string> {
  const signed = `${encode(header)}.${encode(claims)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, new TextEncoder().encode(signed))
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}

export function encode(part: Claims): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/session/end`,
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

function happen(response: ServerResponse, mishap: Mishap): void {
  if (mishap === 'drop') response.destroy()
  else if (mishap === 'hang in the body') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 })
    response.write('{')
  } else if (mishap !== 'hang') send(response, mishap.status, mishap.body)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}
