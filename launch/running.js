import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, root } from './places.js'

/** @typedef {{ pid: number, since: number }} RunningServer `since` in milliseconds, as Date.now() */

/** @param {string} checkout */
const recordsFolder = (checkout) => join(cacheFolder(checkout), 'running')

/**
 * Records that a server of this checkout runs, so that other commands don't replace what it uses.
 * @param {number} pid
 * @param {string} [checkout]
 * @returns {() => void} to be called when the server has ended
 */
export function recordRunning(pid, checkout = root) {
  const folder = recordsFolder(checkout)
  const file = join(folder, String(pid))
  // Where this user may not write, the server runs all the same: nobody but the owner replaces its files.
  attempt(() => {
    mkdirSync(folder, { recursive: true })
    for (const { name, running } of readRecords(folder)) if (!running) rmSync(join(folder, name))
    writeFileSync(file, JSON.stringify({ began: beginningOf(pid), since: Date.now() }))
  })
  return () => attempt(() => rmSync(file, { force: true }))
}

/**
 * The servers of this checkout that run now.
 * @param {string} [checkout]
 * @returns {RunningServer[]}
 */
export const findRunning = (checkout = root) =>
  readRecords(recordsFolder(checkout)).flatMap(({ running }) => (running ? [running] : []))

/**
 * @param {string} folder
 * @returns {{ name: string, running: RunningServer | undefined }[]}
 */
function readRecords(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.map((name) => {
    const pid = Number(name)
    const record = attempt(() => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    // The same number with another beginning is another process.
    const alive = record?.began !== undefined && record.began === beginningOf(pid)
    return { name, running: alive ? { pid, since: record.since } : undefined }
  })
}

/**
 * When a process began, in the system's own words; undefined when there is no such process.
 * @param {number} pid
 * @returns {string | undefined}
 */
function beginningOf(pid) {
  if (existsSync('/proc/self/stat')) {
    // The name of the program comes second, in brackets, and may hold spaces and brackets itself.
    const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  }
  const output = attempt(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }))
  return output?.trim() || undefined
}

/**
 * @template Result
 * @param {() => Result} work
 * @returns {Result | undefined} undefined when it failed
 */
function attempt(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}
