import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { waitFor } from '../processes/wait-for.ts'
import type { SupervisorOptions, SupervisorReport } from './test-supervisor.ts'

export const isRoot = process.getuid?.() === 0

/** A folder that every user may enter, removed when the test ends. */
export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-test-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A test folder with the content of another, owners and modes included. */
export async function copyTestFolder(original: string): Promise<string> {
  const folder = await makeTestFolder()
  execFileSync('cp', ['-a', `${original}/.`, folder])
  return folder
}

/** A disk of a few megabytes; null where this user may not mount one. */
export async function mountSmallDisk(megabytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-test-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Starts a supervisor in a process of its own and waits for what it says. */
export async function startSupervisor(
  dataDir: string,
  options: SupervisorOptions = {},
): Promise<{
  process: ChildProcess
  pid: number
  report: SupervisorReport
  /** What it says next. */
  nextReport(): Promise<SupervisorReport>
}> {
  const program = fileURLToPath(new URL('./test-supervisor.ts', import.meta.url))
  const child = spawn(process.execPath, [program, dataDir, JSON.stringify(options)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    await killHard(child)
    // Its watchdog stops the database, whose folder can't be removed before.
    await waitFor(() => findProcesses(`-D\0${dataDir}/`).length === 0, 15_000)
  })
  const lines = createInterface(child.stdout)
  const nextReport = async () => JSON.parse((await once(lines, 'line'))[0]) as SupervisorReport
  return { process: child, pid: child.pid ?? 0, report: await nextReport(), nextReport }
}

export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** The processes whose command line contains a text. */
export function findProcesses(text: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(text))
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
