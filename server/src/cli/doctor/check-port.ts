import { isIPv6 } from 'node:net'
import { checkPort as requireFreePort } from '../../http/listen.ts'
import { readiness } from '../../http/probes.ts'
import type { Config } from '../../platform/config/config.ts'
import { readHolder } from '../../platform/data-folder.ts'
import { settingsOfRunningServer } from '../../platform/server-address.ts'
import { StartError } from '../../platform/start-error.ts'
import { type Finding, findingsAbout } from './finding.ts'

const { ok, warning, problem } = findingsAbout('port')
const patience = 3000
const speaksLikeUs: unknown[] = Object.values(readiness)

/** Free, or taken by the very server that is being looked at. */
export async function checkPort(config: Config): Promise<Finding> {
  const { port, dataDir } = config
  try {
    await requireFreePort(config)
    return ok(`${port} is free; no server runs here`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const status = await askReadiness(config)
    if (!speaksLikeUs.includes(status)) return problem(error.message)
    if (!(await isOfFolder(config))) {
      return problem(
        `Port ${port} is used by another Cresyl, not by the one of ${dataDir}. Choose another CRESYL_PORT, or set CRESYL_DATA_DIR to that one's folder.`,
      )
    }
    return status === readiness.ready
      ? ok(`Cresyl answers on ${port}`)
      : warning(`Cresyl answers on ${port} but is not ready: it waits for the database.`)
  }
}

async function isOfFolder({ port, dataDir }: Config): Promise<boolean> {
  const { CRESYL_PORT: announced } = await settingsOfRunningServer(dataDir)
  // A machine that only works announces no address.
  return announced === undefined ? (await readHolder(dataDir)) !== null : announced === String(port)
}

async function askReadiness({ host, port }: Config): Promise<unknown> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${isIPv6(address) ? `[${address}]` : address}:${port}/readyz`
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience) })
    return ((await reply.json()) as { status?: unknown } | null)?.status
  } catch {
    return undefined
  }
}
