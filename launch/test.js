import { cpus } from 'node:os'
import { ensureBuilt } from './build.js'
import { changedFiles, findBase } from './changed.js'
import { runChild } from './child.js'
import { findTestChromium } from './chromium.js'
import { describeError, runCommand } from './command.js'
import { failureLines } from './failed-tests.js'
import { Interrupted } from './failure.js'
import { measureShare, slowestLines, tooSlow } from './file-times.js'
import { ensureInstalled } from './install.js'
import { startInLanes } from './lanes.js'
import { findNode24 } from './node24.js'
import { withNode } from './npm.js'
import { root } from './places.js'
import { importChecks, lintChecks, typeChecks } from './static-checks.js'
import { createSteps } from './steps.js'
import { readTestOptions } from './test-options.js'
import { keepSummary, runPlaywright, runVitest } from './test-runners.js'
import { countsLine, oneFailed, onePassed, sumCounts, summaryTable } from './test-summary.js'

/** @typedef {Omit<import('./test-summary.js').CheckResult, 'name' | 'seconds'>} Outcome */

const steps = createSteps(process.stdout)
/** @type {import('./test-summary.js').CheckResult[]} */
const results = []

await runCommand(async () => {
  const since = performance.now()
  const { selected, changed, runnerArgs } = readTestOptions(process.argv.slice(2))
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)

  await runStatic(node, [
    ...(selected.has('types') ? typeChecks() : []),
    ...(selected.has('lint') ? lintChecks() : []),
    ...(selected.has('imports') ? importChecks() : []),
  ])
  const base = changed ? await findBase(root) : undefined
  const differs = base === undefined ? undefined : await changedFiles(root, base)
  const needsBrowser = selected.has('e2e') && (!differs || differs.some((file) => file.startsWith('e2e/')))
  const built = selected.has('build') && (await record('web build', () => buildWeb(node)))
  if (selected.has('unit')) {
    const related = base === undefined ? [] : ['--changed', base, '--passWithNoTests']
    await record('unit and integration tests', () => runUnitTests(node, [...related, ...runnerArgs]))
  }
  if (needsBrowser) {
    const related = base === undefined ? [] : ['--only-changed', base, '--pass-with-no-tests']
    await record('browser tests', () => runBrowserTests(node, built, [...related, ...runnerArgs]))
  }

  const counts = sumCounts(results)
  const failed = results.flatMap(({ failed = [] }) => failed)
  const seconds = secondsSince(since)
  steps.print(
    [
      '',
      ...slowestLines(results.flatMap(({ times = [] }) => times)),
      ...summaryTable(results, seconds),
      '',
      ...failureLines(failed),
      countsLine(counts),
    ].join('\n'),
  )
  await keepSummary({
    counts,
    seconds,
    checks: results.map(({ name, seconds }) => ({ name, seconds })),
    failed,
  })
  return counts.failed > 0 ? 1 : 0
})

/**
 * Runs programs that only pass or fail, side by side, and shows what they say only when they fail.
 * @param {string} node
 * @param {import('./static-checks.js').StaticCheck[]} checks
 */
async function runStatic(node, checks) {
  const works = checks.map(({ args, env }) => async () => {
    const since = performance.now()
    const ended = await runChild(node, args, { cwd: root, env: { ...withNode(node), ...env } })
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
 * Runs a check that shows its own progress; an error in it counts as one failure, and so does a file that takes long.
 * @param {string} name
 * @param {() => Promise<Outcome>} check
 * @returns {Promise<boolean>} whether nothing failed
 */
async function record(name, check) {
  const since = performance.now()
  const share = measureShare()
  steps.print(`\n  ▸ ${name}`)
  /** @type {Outcome} */
  const {
    counts,
    failed = [],
    times = [],
  } = await check().catch((error) => {
    if (error instanceof Interrupted) throw error
    steps.print(describeError(error))
    return { counts: oneFailed }
  })
  const seconds = secondsSince(since)
  const slow = tooSlow(times, share())
  const sum = { ...counts, failed: counts.failed + slow.length }
  steps.print(`  ${sum.failed > 0 ? '✘' : '✔'} ${name}: ${countsLine(sum)} (${seconds.toFixed(1)} s)`)
  results.push({ name, counts: sum, seconds, failed: [...failed, ...slow], times })
  return sum.failed === 0
}

/** @param {string} node @returns {Promise<Outcome>} */
async function buildWeb(node) {
  await ensureBuilt(node, steps)
  return { counts: onePassed }
}

/**
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function runUnitTests(node, args) {
  const chromium = await findTestChromium(node, steps)
  return runVitest(node, args, { CRESYL_CHROMIUM: chromium })
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
    return { counts: oneFailed }
  }
  return runPlaywright(node, await findTestChromium(node, steps), args)
}

/** @param {number} since */
function secondsSince(since) {
  return (performance.now() - since) / 1000
}
