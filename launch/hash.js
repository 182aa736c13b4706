import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', '.DS_Store'])

/**
 * One hash over the names and contents of files and folders. It changes when a file is added, removed,
 * renamed or edited, and not with times or the order on disk.
 * @param {string} root
 * @param {string[]} sources paths under root; those that don't exist count as absent
 */
export async function hashSources(root, sources) {
  const hash = createHash('sha256')
  for (const path of [
    ...new Set((await Promise.all(sources.map((source) => listFiles(root, source)))).flat()),
  ].sort()) {
    const content = await readFile(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function listFiles(root, path) {
  if (!existsSync(join(root, path))) return []
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true })
    const inner = entries.filter((entry) => !skipped.has(entry.name))
    return (await Promise.all(inner.map((entry) => listFiles(root, `${path}/${entry.name}`)))).flat()
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path]
    throw error
  }
}

/**
 * The stored hash of an earlier run; undefined when there is none.
 * @param {string} path
 */
export const readStamp = (path) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
