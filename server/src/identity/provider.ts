import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../platform/context.ts'
import { repeat } from '../platform/repeat.ts'
import type { AccessTokens } from './access-tokens.ts'
import { removeExpiredRecords } from './adapter.ts'
import { createEngine, type RequestIds } from './engine.ts'
import { registerPages } from './interactions/register.ts'
import { loadSigningKeys, rotateKeys, type SigningKeys } from './keys.ts'
import { removeOldPlaces } from './known-devices.ts'
import { mountProvider } from './mount.ts'
import { requireActiveMember } from './queries.ts'
import { createRateLimit } from './rate-limit.ts'
import { removeOldSignIns } from './sign-ins.ts'

export interface IdentityProvider extends Pick<AccessTokens, 'verify'> {
  issuer: string
  /** Serves everything under /oidc: register it without a prefix. */
  plugin: FastifyPluginAsync
  /** A token like the ones that people get by signing in. */
  mintAccessToken(userId: string, organizationId: string): Promise<string>
  /** Rotates the keys if it is time, and works with those of the database from then on. Done by itself every minute. */
  refreshKeys(): Promise<void>
  close(): Promise<void>
}

const requestsPerMinute = 300
const minute = 60_000

export async function createIdentityProvider(context: Context): Promise<IdentityProvider> {
  const { config, clock, database, log } = context
  const requestIds: RequestIds = new WeakMap()
  let engine = createEngine(context, await loadSigningKeys(context), requestIds)

  const refreshKeys = async () => {
    const keys = await rotateKeys(context)
    if (areSame(keys, engine.keys)) return
    engine = createEngine(context, keys, requestIds)
    log.info({ signer: keys[0].kid, published: keys.length }, 'The signing keys changed')
  }
  const cleaning = repeat(log, 'Removing old sign-ins', 10 * minute, async () => {
    await removeExpiredRecords(context)
    await removeOldSignIns(context)
    await removeOldPlaces(context)
  })
  const rotation = repeat(log, 'Rotating the signing keys', minute, refreshKeys)

  return {
    issuer: config.identity.issuer,
    verify: (token) => engine.tokens.verify(token),
    mintAccessToken: async (userId, organizationId) =>
      engine.tokens.mint(await database.asSystem((tx) => requireActiveMember(tx, userId, organizationId))),
    plugin: async (app) => {
      await app.register(async (pages) => registerPages(pages, context, () => engine.provider))
      await app.register(async (endpoints) => {
        const limit = () => createRateLimit({ limit: requestsPerMinute }, clock)
        mountProvider(endpoints, context, () => engine, { token: limit(), auth: limit() }, requestIds)
      })
    },
    refreshKeys,
    close: async () => {
      await Promise.all([cleaning.stop(), rotation.stop()])
    },
  }
}

/** In this order: the first one signs. */
function areSame(some: SigningKeys, others: SigningKeys): boolean {
  return some.length === others.length && some.every(({ kid }, index) => kid === others[index]?.kid)
}
