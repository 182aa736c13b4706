import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Runs tests with a folder in memory for what they write and throw away, where there is plenty of it: on a disk, making
 * and dropping databases takes half of the time of many tests. Somebody who has set TMPDIR keeps it.
 * @template Result
 * @param {(env: NodeJS.ProcessEnv) => Promise<Result>} run given what to add to the environment
 * @returns {Promise<Result>}
 */
export async function withMemoryFolder(run) {
  if (process.env.TMPDIR || !(await hasPlenty())) return run({})
  const folder = await mkdtemp(join(memory, 'cresyl-tests-'))
  try {
    // Where tests run as root, PostgreSQL runs as somebody else.
    await chmod(folder, 0o755)
    return await run({ TMPDIR: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function hasPlenty() {
  try {
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize >= 4 * gigabyte && process.availableMemory() >= 8 * gigabyte
  } catch {
    return false
  }
}
