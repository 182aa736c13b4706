import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runCommand } from './command.js'
import { LaunchFailure } from './failure.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { withNode } from './npm.js'
import { root } from './places.js'
import { repeatTable } from './repeat-table.js'
import { keepResult } from './results.js'
import { createSteps } from './steps.js'
import { readSummary } from './test-runners.js'

// Runs `npm test` again and again: `npm run test:repeat -- 10`. Every second run has a Cresyl open beside it, as
// `npm start` does, and a busy loop for each processor.
await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const [times = '10', ...options] = process.argv.slice(2)
  if (!/^[1-9]\d*$/.test(times))
    throw new LaunchFailure(`How often is not clear from “${times}”. Say a number: npm run test:repeat -- 10`)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  const date = new Date()
  /** @type {import('./repeat-table.js').RepeatedRun[]} */
  const runs = []
  for (let run = 1; run <= Number(times); run += 1) {
    const beside = run % 2 === 0
    const seed = String(randomInt(1_000_000))
    steps.print(
      `\n  ▸ Run ${run} of ${times}${beside ? ', beside npm start and busy processors' : ''}, CRESYL_TEST_SEED=${seed}`,
    )
    const neighbours = beside ? await startNeighbours(node) : undefined
    try {
      runs.push({ beside, seed, ...(await runTests(node, options, seed)) })
    } finally {
      await neighbours?.stop()
    }
    steps.print(['', ...repeatTable(runs)].join('\n'))
  }
  const file = await keepResult('test-repeat', { runs }, { node, date })
  steps.print(`\nThe result is kept in ${relative(root, file)}.`)
  return runs.every(({ counts }) => counts.failed === 0) ? 0 : 1
})

/**
 * @param {string} node
 * @param {string[]} options
 * @param {string} seed
 */
async function runTests(node, options, seed) {
  const child = spawn(node, [join(root, 'launch', 'test.js'), ...options], {
    cwd: root,
    env: { ...withNode(node), CRESYL_TEST_SEED: seed },
    stdio: 'inherit',
  })
  await once(child, 'exit')
  const summary = await readSummary()
  if (!summary) throw new LaunchFailure('The run ended without a result. Its last lines are above.')
  return summary
}

/**
 * A Cresyl of its own on the usual port, as somebody who develops has one open, and loops that keep every processor busy.
 * @param {string} node
 */
async function startNeighbours(node) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cresyl-neighbour-'))
  const product = spawn(node, [join(root, 'launch', 'start.js')], {
    cwd: root,
    env: { ...withNode(node), CRESYL_DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const loops = cpus().map(() => spawn(node, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  return {
    async stop() {
      for (const loop of loops) loop.kill('SIGKILL')
      if (product.exitCode === null) {
        product.kill('SIGTERM')
        await once(product, 'exit')
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
