import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runNpm } from './npm.js'
import { stage } from './stage.js'

// `node pack/pack.js [folder]`: packs a staged copy, so that nothing in the checkout changes, killed or not.
const destination = resolve(process.argv[2] ?? '.')
const folder = mkdtempSync(join(tmpdir(), 'cresyl-slides-pack-'))
try {
  stage(folder)
  mkdirSync(destination, { recursive: true })
  const args = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', destination]
  process.exitCode = runNpm(args, { cwd: folder, stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
