import { fileURLToPath } from 'node:url'
import { checkPort } from './http/listen.ts'
import type { Config } from './platform/config/config.ts'
import { readEnvironment } from './platform/config/environment.ts'
import { checkConnections } from './platform/db/connections.ts'
import { tellLauncher } from './platform/launcher.ts'
import { type Foundation, openFoundation } from './platform/open-foundation.ts'
import { reportFailure, whenAskedToStop } from './platform/process.ts'
import { type Supervisor, superviseProcesses } from './platform/processes/supervisor.ts'
import { announceServer } from './platform/server-address.ts'
import { StartError } from './platform/start-error.ts'
import { version } from './platform/version.ts'

const programs = {
  api: fileURLToPath(new URL('./api.ts', import.meta.url)),
  worker: fileURLToPath(new URL('./worker.ts', import.meta.url)),
}

/** The supervisor: lays the foundation, starts the processes that work on it, and keeps all of that running. */
async function run(): Promise<void> {
  let wished = false
  const asked = whenAskedToStop().finally(() => {
    wished = true
  })
  const progress = (text: string) => tellLauncher({ type: 'progress', text })
  const environment = readEnvironment()
  const foundation = await openFoundation({ environment, progress, beforeDatabase: checkPort })
  const { config, log, databaseUrl } = foundation
  try {
    await checkConnections(databaseUrl, config)
    progress('Starting the server')
    const supervisor = await superviseProcesses({ config, log, databaseUrl, environment, programs }).catch(
      (error) => {
        // A terminal's Ctrl-C ends also processes that have not yet learnt to leave it to the supervisor.
        if (wished) return undefined
        throw error
      },
    )
    if (supervisor !== undefined) await serve(foundation, supervisor, asked)
  } finally {
    await foundation.close()
  }
  if (process.connected) process.disconnect()
}

/** From when everything is ready until somebody wants it to stop, or it can't go on. */
async function serve(foundation: Foundation, supervisor: Supervisor, asked: Promise<string>): Promise<void> {
  const { config, log } = foundation
  const withdraw = await openToOthers(foundation, supervisor).catch(async (error) => {
    await supervisor.stop()
    throw error
  })
  log.info({ origin: config.origin, version }, 'ready')
  tellLauncher({ type: 'ready', lines: readyLines(config) })
  const reason = await Promise.race([asked, whenDatabaseGoes(foundation)])
  log.info({ reason }, 'stopping')
  await withdraw()
  await supervisor.stop()
}

/** Command lines learn where people are answered; where nobody is, at least those who look after machines are. */
async function openToOthers(
  { config, log, databaseUrl }: Foundation,
  { collectMetrics, isComplete }: Supervisor,
): Promise<() => Promise<void>> {
  if (config.processes.roles.includes('api')) return announceServer(config)
  // Loaded only here: elsewhere the supervisor is spared the weight of a web server.
  const { serveProbes } = await import('./http/metrics/probe-server.ts')
  return serveProbes({ config, log, databaseUrl, collectMetrics, isWorking: isComplete })
}

function readyLines(config: Config): string[] {
  const stop = 'Stop it with Ctrl-C.'
  if (config.processes.roles.includes('api')) {
    return [`Cresyl is ready: ${config.origin}`, signInLine(config), stop]
  }
  return [
    'The worker is ready and takes up jobs.',
    `How it is: http://${config.host}:${config.port}/readyz`,
    stop,
  ]
}

function signInLine({ demo, identity }: Config): string {
  if (identity.kind === 'external') {
    return `People sign in at ${identity.issuer}. What to set up there is in docs/identity.md.`
  }
  return demo
    ? 'Sign in with one click as Organization Admin, Manager, User or Guest of the demo organisation.'
    : 'Sign in with your account. Create the first with: npm run cli -- org add --help, then user add --help'
}

async function whenDatabaseGoes({ databaseLost, config }: Foundation): Promise<string> {
  const reason = await databaseLost
  const why = reason instanceof StartError ? ` and does not start again. ${reason.message}` : '.'
  const message = `The database stopped unexpectedly${why} What was saved is safe: start Cresyl again. The logs are in ${config.dataDir}/logs.`
  process.exitCode = 1
  tellLauncher({ type: 'failed', message })
  return message
}

run().catch(reportFailure)
