import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export interface TestProvider {
  issuer: string
  /** What is served; a test may change it. `null` closes the connection instead of answering. */
  answers: { discovery: unknown; jwks: unknown; userinfo: unknown }
  /** How often each was asked for. */
  asked: { discovery: number; jwks: number; userinfo: number }
  publicKey: JWK
  privateKey: CryptoKey
  /** With iss, iat and exp of this moment unless said otherwise; undefined takes a claim out. */
  sign(payload: Record<string, unknown>, header?: Record<string, unknown>, key?: CryptoKey): Promise<string>
  close(): Promise<void>
}

/** Answers like {status, headers, body} are sent as they are, others as JSON. */
export class RawAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string

  constructor(status: number, headers: Record<string, string> = {}, body = '') {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** An OpenID provider as far as an API sees it: discovery, keys and userinfo over real HTTP. */
export async function openTestProvider(now: () => Date = () => new Date()): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  // Without `alg`, as Entra ID publishes them: that it is RS256 must be decided by us.
  const jwk = { ...(await exportJWK(publicKey)), kid: 'first', use: 'sig' }
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tenant`
  const provider: TestProvider = {
    issuer,
    publicKey: jwk,
    privateKey,
    answers: {
      discovery: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
      },
      jwks: { keys: [jwk] },
      userinfo: new RawAnswer(403),
    },
    asked: { discovery: 0, jwks: 0, userinfo: 0 },
    sign: (payload, header = {}, key = privateKey) => {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const claims = { iss: issuer, iat: issuedAt, exp: issuedAt + 300, ...payload }
      return new SignJWT(JSON.parse(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'JWT', ...header })
        .sign(key)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const places = {
    '/tenant/.well-known/openid-configuration': 'discovery',
    '/tenant/keys': 'jwks',
    '/tenant/userinfo': 'userinfo',
  } as const
  /** The same content once more, for answers that lead elsewhere. */
  const moved: Record<string, unknown> = {
    '/tenant/moved-discovery': provider.answers.discovery,
    '/tenant/moved-jwks': provider.answers.jwks,
  }
  server.on('request', (request, response) => {
    const elsewhere = moved[request.url ?? '']
    if (elsewhere !== undefined) return answer(response, elsewhere)
    const place = places[request.url as keyof typeof places]
    if (place === undefined) return response.writeHead(404).end()
    provider.asked[place] += 1
    answer(response, provider.answers[place])
  })
  return provider
}

function answer(response: ServerResponse, content: unknown): void {
  if (content === null) {
    response.destroy()
  } else if (content instanceof RawAnswer) {
    response.writeHead(content.status, content.headers).end(content.body)
  } else {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  }
}
