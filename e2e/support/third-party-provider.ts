import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Configuration, Provider } from 'oidc-provider'

/** An identity provider of someone else: on another site than the product, with its own pages and claims. */
export interface ThirdPartyProvider {
  issuer: string
  clientId: string
  audience: string
  /** Registers the product as a client; until then nobody can sign in to it. */
  serve(origin: string): void
  stop(): Promise<void>
}

interface Person {
  name: string
  email: string
  organization: string
  roles: string[]
}

/** Whoever gives one of these names is let in. */
const people: Record<string, Person> = {
  petra: { name: 'Petra Novak', email: 'petra@lab.example', organization: 'lab', roles: ['pathologist'] },
  stranger: {
    name: 'Sam Stranger',
    email: 'sam@else.example',
    organization: 'elsewhere',
    roles: ['pathologist'],
  },
  nobody: { name: 'Nora Body', email: 'nora@lab.example', organization: 'lab', roles: ['gardener'] },
}

const clientId = 'slides'
const audience = 'https://slides.example/api'

export async function startThirdPartyProvider(): Promise<ThirdPartyProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    clientId,
    audience,
    serve(origin) {
      const provider = new Provider(issuer, configure(origin))
      provider.use(signInPage(provider))
      server.on('request', provider.callback())
    },
    stop: () => close(server),
  }
}

function configure(origin: string): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${origin}/`, `${origin}/silent.html`],
        post_logout_redirect_uris: [`${origin}/login`],
      },
    ],
    clientBasedCORS: (_ctx, asking) => asking === origin,
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'tenant'], profile: ['name'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a secret of the tests'] },
    extraTokenClaims: (_ctx, token) => accessClaims('accountId' in token ? String(token.accountId) : ''),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = page(`${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`)
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience,
          scope: '',
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    findAccount: (_ctx, sub) => {
      const person = people[sub]
      return person && { accountId: sub, claims: () => ({ sub, ...idClaims(person) }) }
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    loadExistingGrant: async ({ oidc }) => {
      const { account, client, provider } = oidc
      if (!account || !client) return undefined
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid profile email offline_access')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
  }
}

/** Asks for a name and believes it. */
function signInPage(provider: Provider): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    if (ctx.path === '/favicon.ico') ctx.status = 204
    else if (!ctx.path.startsWith('/interaction/')) await next()
    else if (ctx.method === 'GET')
      ctx.body = page('<form method="post"><input name="name"><button>Enter</button></form>')
    else {
      const accountId = new URLSearchParams(await text(ctx.req)).get('name') ?? ''
      ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login: { accountId } }))
    }
  }
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><title>Hospital sign-in</title><h1>Hospital sign-in</h1>${content}</html>`
}

function idClaims({ name, email, organization }: Person) {
  return { name, email, email_verified: true, tenant: organization }
}

function accessClaims(sub: string) {
  const person = people[sub]
  return person && { ...idClaims(person), groups: person.roles }
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
