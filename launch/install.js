import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild, tail } from './child.js'
import { LaunchFailure } from './failure.js'
import { hashSources, readStamp } from './hash.js'
import { withLock } from './lock.js'
import { explainNpmFailure, findNpm, npmEnvironment, npmManners } from './npm.js'
import { cacheFolder, root } from './places.js'
import { findRunning } from './running.js'
import { shortenExports } from './shorten-exports.js'

/**
 * Installs the packages of package-lock.json, unless the installed ones are of the same lock file.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
export async function ensureInstalled(node, steps) {
  if (!(await isInstalled(root))) await installAlone(node, steps)
  await shortenExports(root)
}

/**
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
async function installAlone(node, steps) {
  await withLock(join(cacheFolder(), 'install.lock'), steps, async () => {
    if (await isInstalled(root)) return
    refuseWhileRunning(root)
    await install(node, steps)
  })
}

/** @param {string} checkout */
export async function isInstalled(checkout) {
  return (await readStamp(stampPath(checkout))) === (await installStamp(checkout))
}

// npm ci empties node_modules first, so an install that was cut short leaves no stamp.
/** @param {string} checkout */
const stampPath = (checkout) => join(checkout, 'node_modules', '.cresyl-installed')

/**
 * What the installed packages depend on: the lock file, and the platform its optional packages were chosen for.
 * @param {string} checkout
 * @param {{ platform: string, arch: string }} [machine]
 */
export async function installStamp(checkout, machine = process) {
  const { platform, arch } = machine
  return `${await hashSources(checkout, ['package-lock.json'])} ${platform} ${arch}`
}

/**
 * npm ci would delete packages, PostgreSQL's programs among them, under a server that uses them.
 * @param {string} checkout
 */
export function refuseWhileRunning(checkout) {
  const [server] = findRunning(checkout)
  if (!server) return
  throw new LaunchFailure(
    'The packages have changed and cannot be installed, because a running Cresyl still uses the ones in this folder: ' +
      `stop the running Cresyl (process ${server.pid}) first, and run the command again.`,
  )
}

/**
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
async function install(node, steps) {
  const stamp = await installStamp(root)
  steps.begin('Installing packages')
  // Said in full, because the person's own npm settings (production, no lock file) would break the build.
  const settings = ['--include=dev', '--include=optional', '--package-lock=true']
  const result = await runChild(node, [findNpm(), 'ci', ...settings, ...npmManners], {
    cwd: root,
    env: npmEnvironment(node),
  })
  if (result.code !== 0) {
    steps.fail()
    steps.print(tail(result.output))
    throw new LaunchFailure(explainNpmFailure('The packages could not be installed', result))
  }
  await writeFile(stampPath(root), `${stamp}\n`)
  steps.succeed('Packages installed')
}
