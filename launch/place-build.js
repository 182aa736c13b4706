import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const day = 24 * 60 * 60 * 1000
const keptFor = 7 * day
const stampName = '.built'

/** When a file of an earlier build was replaced, by its path. @typedef {Record<string, number>} Superseded */

/**
 * Puts a finished build in the place of the served one. Files of earlier builds stay for a week, and as long as
 * a server runs that knows them: it and the tabs opened from it still ask for them. Every file is moved whole,
 * pages after what they load and the stamp last, so that an interruption leaves a folder that works.
 * @param {object} build
 * @param {string} build.finished
 * @param {string} build.served
 * @param {string} build.record the file that remembers when earlier files were replaced
 * @param {number[]} build.runningSince when each running server was started
 * @param {number} [build.now]
 */
export async function placeBuild({ finished, served, record, runningSince, now = Date.now() }) {
  const fresh = await listFiles(finished)
  // Without its stamp a half-placed build is not taken for a whole one.
  await rm(join(served, stampName), { force: true })
  for (const path of fresh.sort((a, b) => placingOrder(a) - placingOrder(b))) {
    await mkdir(dirname(join(served, path)), { recursive: true })
    await rename(join(finished, path), join(served, path))
  }
  await rm(finished, { recursive: true, force: true })

  const placed = new Set(fresh)
  const known = await readRecord(record)
  const earlier = (await listFiles(served)).filter((path) => !placed.has(path))
  const superseded = earlier.map((path) => ({ path, since: known[path] ?? now }))
  const limit = Math.min(now - keptFor, ...runningSince)
  const kept = superseded.filter(({ since }) => since >= limit)
  await writeFile(record, JSON.stringify(Object.fromEntries(kept.map(({ path, since }) => [path, since]))))
  for (const { path, since } of superseded) if (since < limit) await rm(join(served, path), { force: true })
}

/** @param {string} path */
function placingOrder(path) {
  if (path === stampName) return 2
  return path.endsWith('.html') ? 1 : 0
}

/** @param {string} folder @returns {Promise<string[]>} relative to it */
async function listFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.map(async (entry) => {
    if (!entry.isDirectory()) return [entry.name]
    return (await listFiles(join(folder, entry.name))).map((path) => join(entry.name, path))
  })
  return (await Promise.all(files)).flat()
}

/** @param {string} path @returns {Promise<Superseded>} */
const readRecord = async (path) => {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    // Lost with the cache: then the earlier files are kept for another week.
    return {}
  }
}
