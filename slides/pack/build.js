import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package in the checkout. */
export const slidesFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * Emits JavaScript and types of everything but tests.
 * @param {string} folder emptied first
 */
export function build(folder, checkout = slidesFolder) {
  const compiler = join(
    dirname(createRequire(join(checkout, 'package.json')).resolve('typescript/package.json')),
    'bin/tsc',
  )
  rmSync(folder, { recursive: true, force: true })
  const settings = ['-p', join(checkout, 'tsconfig.build.json'), '--outDir', folder]
  try {
    execFileSync(process.execPath, [compiler, ...settings], { encoding: 'utf8' })
  } catch (error) {
    const { stdout } = /** @type {{ stdout?: string }} */ (error)
    throw new Error(`The package cannot be built, because its types don't fit:\n${stdout ?? error}`)
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) rewriteImports(join(folder, name))
  }
}

/**
 * The compiler rewrites the endings of imports in the JavaScript only; older compilers than ours don't find
 * `./slide.ts` where there is a `slide.d.ts`.
 * @param {string} path
 */
function rewriteImports(path) {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/(from |import\(|import )(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'))
}
