import type { FastifyInstance } from 'fastify'
import { sealAudits } from './domain/audit/seal-audits.ts'
import { giveUpOldMails, sendMails } from './domain/mail/send-mails.ts'
import { removeOldNotifications } from './domain/notifications/remove-old-notifications.ts'
import { removeUnusedPictures } from './domain/pictures/remove-unused-pictures.ts'
import { appConfigOf } from './http/app-config.ts'
import { removeOldKeys } from './http/idempotency.ts'
import { checkPort, listen } from './http/listen.ts'
import { buildServer, type ServerParts } from './http/server.ts'
import type { AccessTokens } from './identity/access-tokens.ts'
import { ensureDemo } from './identity/demo.ts'
import { createExternalIdentity } from './identity/external/external-identity.ts'
import { createMemberResolver } from './identity/member.ts'
import { createIdentityProvider } from './identity/provider.ts'
import type { Config } from './platform/config/config.ts'
import { readEnvironment } from './platform/config/environment.ts'
import type { Context } from './platform/context.ts'
import { tellLauncher } from './platform/launcher.ts'
import { openMailTransport } from './platform/mail/transport.ts'
import { openPlatform, type Platform } from './platform/open-platform.ts'
import { webFolder } from './platform/places.ts'
import { reportFailure, whenAskedToStop } from './platform/process.ts'
import { type Repetition, repeat } from './platform/repeat.ts'
import { announceServer } from './platform/server-address.ts'
import { version } from './platform/version.ts'

/** The composition root: makes every part once and hands it to those who need it. */
async function run(): Promise<void> {
  const asked = whenAskedToStop()
  const progress = (text: string) => tellLauncher({ type: 'progress', text })
  const platform = await openPlatform({ environment: readEnvironment(), progress, beforeDatabase: checkPort })
  const { context } = platform
  try {
    progress('Starting the server')
    const server = await startServer(context)
    context.log.info({ origin: context.config.origin, version }, 'ready')
    tellLauncher({ type: 'ready', lines: readyLines(context.config) })
    const reason = await Promise.race([asked, whenDatabaseGoes(platform)])
    context.log.info({ reason }, 'stopping')
    await server.close()
  } finally {
    await platform.close()
  }
  if (process.connected) process.disconnect()
}

async function startServer(context: Context): Promise<{ close(): Promise<void> }> {
  if (context.config.demo) await ensureDemo(context)
  const identity = await openIdentity(context)
  const app: FastifyInstance = await buildServer(context, {
    ...identity.parts,
    authenticate: createMemberResolver(context, identity),
    checkReplies: false,
    webFolder,
    appConfig: appConfigOf(context.config, version),
  })
  // In this order, so that a failure leaves no socket open that would keep the process.
  const withdraw = await announceServer(context.config)
  await listen(app, context.config)
  const chores = startChores(context)
  return {
    close: async () => {
      await withdraw()
      await app.close()
      await Promise.all(chores.map((chore) => chore.stop()))
      await identity.close()
    },
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

const second = 1000
const hour = 3600 * second

function startChores(context: Context): Repetition[] {
  const { log } = context
  return [
    repeat(log, 'Sealing the audit log', second, () => sealAudits(context)),
    repeat(log, 'Removing old idempotency keys', hour, () => removeOldKeys(context)),
    repeat(log, 'Removing unused pictures', hour, () => removeUnusedPictures(context)),
    repeat(log, 'Removing old notifications', hour, () => removeOldNotifications(context)),
    repeat(log, 'Giving up old e-mails', hour, () => giveUpOldMails(context)),
    ...mailChores(context),
  ]
}

function mailChores(context: Context): Repetition[] {
  const { mail } = context.config
  if (mail === null) return []
  const transport = openMailTransport(mail)
  return [repeat(context.log, 'Sending e-mails', second, () => sendMails(context, transport))]
}

function readyLines(config: Config): string[] {
  return [`Cresyl is ready: ${config.origin}`, signInLine(config), 'Stop it with Ctrl-C.']
}

function signInLine({ demo, identity }: Config): string {
  if (identity.kind === 'external') {
    return `People sign in at ${identity.issuer}. What to set up there is in docs/identity.md.`
  }
  return demo
    ? 'Sign in with one click as Organization Admin, Manager, User or Guest of the demo organisation.'
    : 'Sign in with your account. The first one is made with: npm run cli -- user add --help'
}

async function whenDatabaseGoes({ databaseGone, context }: Platform): Promise<string> {
  await databaseGone
  const message = `The database stopped unexpectedly. What was saved is safe: start Cresyl again. The logs are in ${context.config.dataDir}/logs.`
  process.exitCode = 1
  tellLauncher({ type: 'failed', message })
  return message
}

run().catch(reportFailure)
