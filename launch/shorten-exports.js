import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Packages of which we use a few entries of several hundred. Node reads the whole list again for each file of the
 * package that it loads: 0.7 s of each process of ours, for drizzle-orm alone.
 * @type {Record<string, string[]>}
 */
export const usedEntries = { 'drizzle-orm': ['.', './node-postgres', './pg-core'] }

/**
 * Leaves only those entries in the installed packages that are used. Where they may not be written, they stay long.
 * @param {string} checkout
 */
export async function shortenExports(checkout) {
  for (const [name, entries] of Object.entries(usedEntries)) {
    const path = join(checkout, 'node_modules', name, 'package.json')
    await shorten(path, entries).catch(() => {})
  }
}

/**
 * @param {string} path
 * @param {string[]} entries
 */
async function shorten(path, entries) {
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  if (Object.keys(manifest.exports).length === entries.length) return
  const used = Object.fromEntries(entries.map((entry) => [entry, manifest.exports[entry]]))
  // Never half written, and never the file of another checkout that has the same one.
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, JSON.stringify({ ...manifest, exports: used }, null, 2))
  await rename(fresh, path)
}
