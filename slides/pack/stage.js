import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, slidesFolder } from './build.js'
import { packedManifest } from './packed-manifest.js'

/**
 * Puts the package together in a folder of its own, as it will be in the tarball; the checkout stays as it is.
 * @param {string} folder
 */
export function stage(folder, checkout = slidesFolder) {
  mkdirSync(folder, { recursive: true })
  build(join(folder, 'dist'), checkout)
  copyFileSync(join(checkout, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(checkout, '..', 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), readPackedManifest(checkout))
}

export function readPackedManifest(checkout = slidesFolder) {
  const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  return `${JSON.stringify(packedManifest(manifest), null, 2)}\n`
}
