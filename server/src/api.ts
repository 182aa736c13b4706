import { giveDemo } from './domain/demo/give-demo.ts'
import { openViewing } from './domain/viewers/open-viewing.ts'
import { storageOrigin } from './http/files/storage-origin.ts'
import { createPace } from './http/guards/pace.ts'
import { listen } from './http/listen.ts'
import { appConfigOf } from './http/pages/app-config.ts'
import { buildServer, type ServerParts } from './http/server.ts'
import type { AccessTokens } from './identity/access-tokens.ts'
import { ensureDemo } from './identity/demo.ts'
import { createExternalIdentity } from './identity/external/external-identity.ts'
import { createMemberResolver } from './identity/member.ts'
import { createIdentityProvider } from './identity/provider.ts'
import type { Context } from './platform/context.ts'
import { maxPoolConnections } from './platform/db/connections.ts'
import { webFolder } from './platform/places.ts'
import { runChild } from './platform/processes/run-child.ts'
import { askSupervisorForMetrics } from './platform/processes/supervisor-link.ts'
import { version } from './platform/version.ts'

/** A process that answers requests: makes every part once and hands it to those who need it. */
async function openApi(context: Context): Promise<() => Promise<void>> {
  const { config } = context
  if (config.demo) {
    await ensureDemo(context)
    await giveDemo(context)
  }
  const identity = await openIdentity(context)
  const viewing = await openViewing(context)
  const app = await buildServer(context, {
    ...identity.parts,
    ...viewing.parts,
    authenticate: createMemberResolver(context, identity),
    pace: createPace(),
    checkReplies: false,
    webFolder,
    collectMetrics: askSupervisorForMetrics,
    appConfig: appConfigOf(config, version, await storageOrigin(context)),
  })
  await listen(app, config)
  viewing.parts.tiles.pool.prepare()
  return async () => {
    await app.close()
    await viewing.close()
    await identity.close()
  }
}

interface Identity extends Pick<AccessTokens, 'verify'> {
  parts: Pick<ServerParts, 'identity' | 'identityOrigins'>
  close(): Promise<void>
}

/** Another provider where one is configured, else our own under /oidc. */
async function openIdentity(context: Context): Promise<Identity> {
  if (context.config.identity.kind === 'external') {
    const external = createExternalIdentity(context)
    return { ...external, parts: { identityOrigins: external.origins } }
  }
  const embedded = await createIdentityProvider(context)
  return { ...embedded, parts: { identity: embedded.plugin } }
}

await runChild({ connections: () => maxPoolConnections, open: openApi })
