import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runChild, tail } from './child.js'
import { LaunchFailure } from './failure.js'
import { withNode } from './npm.js'
import { root } from './places.js'

/** Chromium without anything that makes windows: what a page does in it is the same, and costs a third less. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const playwright = join(root, 'node_modules', 'playwright', 'cli.js')

/**
 * The path of a Chromium for the browser tests, the lightest that is there; installs one where there is none.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
export async function findTestChromium(node, steps) {
  if (!process.env.CRESYL_CHROMIUM && isBrowser(headlessShell)) return headlessShell
  return findChromium(node, steps)
}

/**
 * The path of a Chromium as people use it; installs one where there is none.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
export async function findChromium(node, steps) {
  const named = process.env.CRESYL_CHROMIUM
  if (named) {
    if (isBrowser(named)) return named
    throw new LaunchFailure(
      `The browser tests cannot run, because CRESYL_CHROMIUM names ${named}, which is not a Chromium that starts. Correct it, or leave it unset to have one found.`,
    )
  }
  return findInstalled(node) ?? (await install(node, steps))
}

/** @param {string} node */
const findInstalled = (node) => [...systemPaths, playwrightPath(node)].find(isBrowser)

/**
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
async function install(node, steps) {
  const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const attempts = debian ? [installWithApt, installWithPlaywright] : [installWithPlaywright]
  let output = ''
  for (const attempt of attempts) {
    steps.begin('Installing Chromium')
    const result = await attempt(node)
    output = result.output
    const found = result.code === 0 ? findInstalled(node) : undefined
    if (found) {
      steps.succeed('Chromium installed')
      return found
    }
    steps.fail()
  }
  steps.print(tail(output))
  throw new LaunchFailure(
    'The browser tests cannot run, because no Chromium was found and none could be installed. ' +
      'Install one (`sudo apt-get install chromium`, or `sudo npx playwright install --with-deps chromium`) or set CRESYL_CHROMIUM to its path, and run the command again.',
  )
}

async function installWithApt() {
  const options = { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const update = await runChild('apt-get', ['update'], options)
  if (update.code !== 0) return update
  return runChild('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
}

/** @param {string} node */
const installWithPlaywright = (node) =>
  runChild(node, [playwright, 'install', 'chromium'], { cwd: root, env: withNode(node) })

/** @param {string} node */
function playwrightPath(node) {
  const script = "process.stdout.write(require('playwright').chromium.executablePath())"
  try {
    return execFileSync(node, ['-e', script], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}

/**
 * Ubuntu's chromium-browser may be a script that only says to install a snap, and a browser without its
 * libraries doesn't start: so ask it.
 * @param {string} path
 */
function isBrowser(path) {
  if (!existsSync(path)) return false
  try {
    return /chrom/i.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe', timeout: 20_000 }),
    )
  } catch {
    return false
  }
}
