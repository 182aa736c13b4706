import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { isProcessAlive } from '../process-alive.ts'
import { sendSignal } from '../processes/send-signal.ts'
import { waitFor } from '../processes/wait-for.ts'
import { StartError } from '../start-error.ts'
import { postmasterFilePath, readPostmasterFile, stopPostmaster } from './postmaster.ts'

const run = promisify(execFile)

/**
 * Ends what an earlier supervisor left running on this cluster. The caller holds the data folder's lock, so
 * nobody else is using it.
 */
export async function stopOrphan(clusterPath: string, log: (line: string) => void): Promise<void> {
  const cluster = await realpath(clusterPath)
  const left = await readPostmasterFile(cluster)
  if (left && (await isPostgresOf(cluster, left.pid))) {
    log(`Stopping the PostgreSQL (process ${left.pid}) that an earlier Cresyl left running.`)
    const stopped = await stopPostmaster(left.pid, async () => !(await isPostgresOf(cluster, left.pid)))
    if (!stopped) throw cannotStop(cluster, left.pid)
  }
  await endBackends(cluster, log)
  await removeStaleFile(cluster)
}

/** Backends outlive a killed server for as long as their statement takes, and keep a new one from starting. */
async function endBackends(cluster: string, log: (line: string) => void): Promise<void> {
  let backends = await findPostgresOf(cluster)
  if (backends.length === 0) return
  log(`Ending ${backends.length} processes of a PostgreSQL that was killed.`)
  const gone = async () => {
    backends = await findPostgresOf(cluster)
    return backends.length === 0
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of backends) sendSignal(pid, signal)
    if (await waitFor(gone, 5000)) return
  }
  throw cannotStop(cluster, backends[0])
}

/**
 * PostgreSQL clears the file of a dead server itself, with checks of its own. But if the process id went to
 * another program since (after a reboot, in a new container), it would believe that a server runs.
 */
async function removeStaleFile(cluster: string): Promise<void> {
  const left = await readPostmasterFile(cluster)
  if (left && isProcessAlive(left.pid)) await rm(postmasterFilePath(cluster), { force: true })
}

async function findPostgresOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number)
  const ours = await Promise.all(pids.map((pid) => isPostgresOf(cluster, pid)))
  return pids.filter((_, index) => ours[index])
}

async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)])
      return stdout.includes('postgres') && stdout.includes(cluster)
    }
    // Every PostgreSQL process works inside its cluster; a person's shell may stand there too.
    const name = await readFile(`/proc/${pid}/comm`, 'utf8')
    if (basename(name.trim()) !== 'postgres') return false
    return (await readlink(`/proc/${pid}/cwd`)) === cluster
  } catch {
    return false
  }
}

function cannotStop(cluster: string, pid: number | undefined): StartError {
  return new StartError(
    `A PostgreSQL left by an earlier Cresyl still works on ${cluster} (process ${pid}) and does not end. End it (kill -9 ${pid}) or restart the machine, then start again.`,
  )
}
