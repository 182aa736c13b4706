import { rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { runChild, tail } from './child.js'
import { LaunchFailure } from './failure.js'
import { hashSources, readStamp } from './hash.js'
import { withLock } from './lock.js'
import { withNode } from './npm.js'
import { placeBuild } from './place-build.js'
import { cacheFolder, root } from './places.js'
import { findRunning } from './running.js'

const sources = ['web', 'contract/src', 'package-lock.json']

/**
 * Builds the web app into web/dist, unless the one there is of the same sources.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
export async function ensureBuilt(node, steps) {
  if (await isBuilt(root)) return
  await withLock(join(cacheFolder(), 'build.lock'), steps, async () => {
    if (!(await isBuilt(root))) await build(node, steps)
  })
}

/** @param {string} checkout */
export async function isBuilt(checkout) {
  return (await readStamp(join(checkout, 'web', 'dist', '.built'))) === (await buildStamp(checkout))
}

/** @param {string} checkout */
export const buildStamp = (checkout) => hashSources(checkout, sources)

/**
 * Builds beside the served folder and moves the result there: what is served is never half a build.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
async function build(node, steps) {
  const stamp = await buildStamp(root)
  const finished = join(cacheFolder(), 'web')
  const web = join(root, 'web')
  steps.begin('Building the web app')
  await rm(finished, { recursive: true, force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const result = await runChild(
    node,
    [vite, 'build', '--outDir', relative(web, finished), '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: web,
      env: { ...withNode(node), NODE_ENV: 'production' },
    },
  )
  if (result.code !== 0) {
    steps.fail()
    steps.print(tail(result.output))
    throw new LaunchFailure(
      'The web app could not be built, because of the error above. Fix it and run the command again.',
    )
  }
  await writeFile(join(finished, '.built'), `${stamp}\n`)
  await placeBuild({
    finished,
    served: join(web, 'dist'),
    record: join(cacheFolder(), 'superseded-web-files.json'),
    runningSince: findRunning().map(({ since }) => since),
  })
  steps.succeed('Web app built')
}
