import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const pollMilliseconds = 250
const touchMilliseconds = 2000
/** A lock not touched for this many polls is stale: its pid may have been given to another program. */
const stalePolls = 60

/**
 * Does work while holding a lock file, so that two commands started in one checkout don't write the same
 * folder. The second one waits; a lock whose owner is gone is taken over.
 * @template Result
 * @param {string} path
 * @param {import('./steps.js').Steps} steps
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(path, steps, work) {
  await mkdir(dirname(path), { recursive: true })
  if (!(await create(path))) {
    steps.begin('Waiting for another command in this folder')
    await acquire(path)
    steps.succeed('Waited for another command')
  }
  const touch = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), touchMilliseconds)
  try {
    return await work()
  } finally {
    clearInterval(touch)
    await rm(path, { force: true })
  }
}

/** @param {string} path */
async function acquire(path) {
  let lastTouch = 0
  let unchanged = 0
  while (!(await create(path))) {
    const holder = await readHolder(path)
    if (holder === undefined) continue
    unchanged = holder.touched === lastTouch ? unchanged + 1 : 0
    lastTouch = holder.touched
    if (isRunning(holder.pid) && unchanged < stalePolls) await pause(pollMilliseconds)
    else await breakLock(path, holder.content)
  }
}

/** @param {string} path */
async function create(path) {
  try {
    await writeFile(path, `${process.pid} ${Date.now()}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} path */
async function readHolder(path) {
  try {
    const content = await readFile(path, 'utf8')
    const touched = (await stat(path)).mtimeMs
    // Empty for the moment between creating and writing: count as held by someone alive.
    return { content, touched, pid: Number.parseInt(content, 10) || process.pid }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Of several who find the same stale lock one moves it aside; should that have been a new owner's lock
 * already, it is put back.
 * @param {string} path
 * @param {string} content
 */
async function breakLock(path, content) {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) === content) await rm(aside, { force: true })
    else await rename(aside, path)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
