import { cpus } from 'node:os'
import { ensureBuilt } from './build.js'
import { runChild } from './child.js'
import { findTestChromium } from './chromium.js'
import { describeError, runCommand } from './command.js'
import { failureLines } from './failed-tests.js'
import { Interrupted } from './failure.js'
import { ensureInstalled } from './install.js'
import { startInLanes } from './lanes.js'
import { findNode24 } from './node24.js'
import { withNode } from './npm.js'
import { root } from './places.js'
import { importChecks, lintChecks, typeChecks } from './static-checks.js'
import { createSteps } from './steps.js'
import { readTestOptions } from './test-options.js'
import { runPlaywright, runVitest } from './test-runners.js'
import { countsLine, oneFailed, onePassed, sumCounts, summaryTable } from './test-summary.js'

/** @typedef {{ counts: import('./test-summary.js').Counts, failed: import('./failed-tests.js').FailedTest[] }} Outcome */

/** @type {Outcome} */
const failedAsAWhole = { counts: oneFailed, failed: [] }

const steps = createSteps(process.stdout)
/** @type {import('./test-summary.js').CheckResult[]} */
const results = []

await runCommand(async () => {
  const { selected, runnerArgs } = readTestOptions(process.argv.slice(2))
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)

  await runStatic(node, [
    ...(selected.has('types') ? typeChecks() : []),
    ...(selected.has('lint') ? lintChecks() : []),
    ...(selected.has('imports') ? importChecks() : []),
  ])
  const built = selected.has('build') && (await record('web build', () => buildWeb(node)))
  if (selected.has('unit')) {
    await record('unit and integration tests', () => runVitest(node, runnerArgs))
  }
  if (selected.has('e2e')) await record('browser tests', () => runBrowserTests(node, built, runnerArgs))

  const sum = sumCounts(results)
  const failures = failureLines(results.flatMap(({ failed = [] }) => failed))
  steps.print(['', ...summaryTable(results), '', ...failures, countsLine(sum)].join('\n'))
  return sum.failed > 0 ? 1 : 0
})

/**
 * Runs programs that only pass or fail, side by side, and shows what they say only when they fail.
 * @param {string} node
 * @param {import('./static-checks.js').StaticCheck[]} checks
 */
async function runStatic(node, checks) {
  const works = checks.map(({ args }) => async () => {
    const since = performance.now()
    const ended = await runChild(node, args, { cwd: root, env: withNode(node) })
    return { ...ended, seconds: secondsSince(since) }
  })
  const outcomes = startInLanes(cpus().length, works)
  for (const [at, { name }] of checks.entries()) {
    steps.begin(name)
    const { code, output, seconds } = await /** @type {typeof outcomes[number]} */ (outcomes[at])
    if (code === 0) steps.succeed()
    else steps.fail()
    if (code !== 0) steps.print(output.trimEnd())
    results.push({ name, counts: code === 0 ? onePassed : oneFailed, seconds })
  }
}

/**
 * Runs a check that shows its own progress; an error in it counts as one failure.
 * @param {string} name
 * @param {() => Promise<Outcome>} check
 * @returns {Promise<boolean>} whether nothing failed
 */
async function record(name, check) {
  const since = performance.now()
  steps.print(`\n  ▸ ${name}`)
  const { counts, failed } = await check().catch((error) => {
    if (error instanceof Interrupted) throw error
    steps.print(describeError(error))
    return failedAsAWhole
  })
  const seconds = secondsSince(since)
  steps.print(`  ${counts.failed > 0 ? '✘' : '✔'} ${name}: ${countsLine(counts)} (${seconds.toFixed(1)} s)`)
  results.push({ name, counts, seconds, failed })
  return counts.failed === 0
}

/** @param {string} node @returns {Promise<Outcome>} */
async function buildWeb(node) {
  await ensureBuilt(node, steps)
  return { counts: onePassed, failed: [] }
}

/**
 * @param {string} node
 * @param {boolean} built
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function runBrowserTests(node, built, args) {
  if (!built) {
    steps.print('The browser tests were not run, because the web app they test could not be built.')
    return failedAsAWhole
  }
  return runPlaywright(node, await findTestChromium(node, steps), args)
}

/** @param {number} since */
function secondsSince(since) {
  return (performance.now() - since) / 1000
}
