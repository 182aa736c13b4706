import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild, tail } from './child.js'
import { LaunchFailure } from './failure.js'
import { withLock } from './lock.js'
import { explainNpmFailure, findNpm, npmEnvironment, npmManners } from './npm.js'
import { cacheFolder, root } from './places.js'
import { chooseNode, describeMachine, majorOf, wantedMajor } from './platform.js'

/**
 * The path of a Node that can run the product: the running one, or one fetched from npm into `.cache/node24`.
 * The launchers never restart themselves with it, they only spawn it.
 * @param {import('./steps.js').Steps} steps
 */
export async function findNode24(steps) {
  const choice = chooseNode(describeMachine())
  if (choice.use === 'none') throw new LaunchFailure(choice.reason)
  if (choice.use === 'running') return process.execPath
  const folder = join(cacheFolder(), 'node24')
  const binary = join(folder, 'node_modules', choice.package, 'bin', 'node')
  if (isNode24(binary)) return binary
  return withLock(join(cacheFolder(), 'node24.lock'), steps, async () => {
    if (!isNode24(binary)) await fetchNode(choice.package, folder, binary, steps)
    return binary
  })
}

/**
 * @param {string} name of the npm package
 * @param {string} folder
 * @param {string} binary
 * @param {import('./steps.js').Steps} steps
 */
async function fetchNode(name, folder, binary, steps) {
  steps.begin(`Fetching Node ${wantedMajor} (this is ${process.version})`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const result = await runChild(
    process.execPath,
    [
      findNpm(),
      'install',
      `${name}@${wantedMajor}`,
      ...['--prefix', folder, '--ignore-scripts', '--no-save', '--no-package-lock', '--no-workspaces'],
      ...npmManners,
    ],
    { cwd: root, env: npmEnvironment(process.execPath) },
  )
  if (result.code !== 0) {
    steps.fail()
    steps.print(tail(result.output))
    throw new LaunchFailure(explainNpmFailure(`Node ${wantedMajor} could not be fetched`, result))
  }
  if (!isNode24(binary)) {
    steps.fail()
    throw new LaunchFailure(
      `The fetched Node ${wantedMajor} (${binary}) does not run on this system, probably because the system is too old for it. ` +
        `Install Node ${wantedMajor} yourself and run the command again.`,
    )
  }
  steps.succeed(`Node ${wantedMajor} fetched`)
}

/** @param {string} binary */
function isNode24(binary) {
  if (!existsSync(binary)) return false
  try {
    return majorOf(execFileSync(binary, ['--version'], { encoding: 'utf8', stdio: 'pipe' })) === wantedMajor
  } catch {
    return false
  }
}
