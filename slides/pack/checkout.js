import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.js'
import { readPackedManifest } from './stage.js'

// npm packs a folder with the package.json it finds there and has no setting for another one, so `npm pack` in the
// checkout needs the packed manifest in its place for a moment. Killed in that moment, it leaves it there until the
// next packing; pack.js has no such moment.

/** @param {string} checkout */
const kept = (checkout) => join(checkout, '.cache', 'pack')

/** @param {string} checkout */
export function prepareCheckout(checkout) {
  restoreCheckout(checkout)
  build(join(checkout, 'dist'), checkout)
  copyFileSync(join(checkout, '..', 'LICENSE'), join(checkout, 'LICENSE'))
  mkdirSync(kept(checkout), { recursive: true })
  const manifest = readPackedManifest(checkout)
  copyFileSync(join(checkout, 'package.json'), join(kept(checkout), 'package.json'))
  replaceManifest(checkout, manifest)
}

/** Does nothing where nothing was prepared. @param {string} checkout */
export function restoreCheckout(checkout) {
  if (!existsSync(join(kept(checkout), 'package.json'))) return
  replaceManifest(checkout, readFileSync(join(kept(checkout), 'package.json'), 'utf8'))
  for (const name of ['.cache/pack', 'dist', 'LICENSE']) {
    rmSync(join(checkout, name), { recursive: true, force: true })
  }
}

/**
 * At once, so that nobody reads half of it.
 * @param {string} checkout
 * @param {string} text
 */
function replaceManifest(checkout, text) {
  const half = join(kept(checkout), 'new-package.json')
  writeFileSync(half, text)
  renameSync(half, join(checkout, 'package.json'))
}
