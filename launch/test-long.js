import { relative } from 'node:path'
import { ensureBuilt } from './build.js'
import { findTestChromium } from './chromium.js'
import { describeError, runCommand } from './command.js'
import { Interrupted } from './failure.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { root } from './places.js'
import { startPostgres15 } from './postgres-15.js'
import { startRadosgw } from './radosgw.js'
import { keepResult } from './results.js'
import { createSteps } from './steps.js'
import { runPlaywright, runVitest } from './test-runners.js'
import { countsLine, oneFailed, sumCounts } from './test-summary.js'

const databaseTests = [
  'server/src/platform/db',
  'server/src/domain',
  'server/src/http',
  'server/src/identity',
  'server/src/platform/queue',
  'server/src/workers',
]
const postgres15Word = 'postgres-15'
const browserWord = 'browser'
/** @type {{ report: import('./test-summary.js').VitestReport | undefined, counts: import('./test-summary.js').Counts }} */
const notRun = { report: undefined, counts: { passed: 0, failed: 0, skipped: 0 } }

await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  await ensureBuilt(node, steps)
  const date = new Date()
  const { files, all, postgres15, browser } = readChoice(process.argv.slice(2))
  const campaigns = all || files.length > 0 ? await runWithS3(node, steps, files) : notRun
  const onPostgres15 = postgres15 ? await runOnPostgres15(node, steps) : notRun.counts
  const inBrowser = browser ? await runLongBrowserTests(node, steps) : notRun.counts
  const file = await writeResult(node, date, campaigns.report, {
    postgres15: onPostgres15,
    browser: inBrowser,
  })
  const counts = sumCounts([campaigns, { counts: onPostgres15 }, { counts: inBrowser }])
  steps.print(`\nThe result is kept in ${relative(root, file)}.\n${countsLine(counts)}`)
  return counts.failed > 0 ? 1 : 0
})

/**
 * Words after the command choose: `postgres-15`, `browser`, or files by a part of their name. Without any, everything
 * is run.
 * @param {string[]} words
 */
function readChoice(words) {
  const all = words.length === 0
  const files = words.filter((word) => word !== postgres15Word && word !== browserWord)
  const postgres15 = all || words.includes(postgres15Word)
  return { files, all, postgres15, browser: all || words.includes(browserWord) }
}

/**
 * Everything that takes long. Without an S3 server the tests that need one fail and say so.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 * @param {string[]} files
 */
async function runWithS3(node, steps, files) {
  const server = await startRadosgw(steps).catch((error) => {
    if (error instanceof Interrupted) throw error
    steps.print(describeError(error))
    return undefined
  })
  try {
    const env = server ? { CRESYL_TEST_S3: server.url } : {}
    return await runVitest(node, ['--config', 'vitest.long.config.ts', ...files], env)
  } finally {
    await server?.stop()
  }
}

/**
 * The tests that talk to a database, once more on the oldest PostgreSQL that is supported.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
async function runOnPostgres15(node, steps) {
  try {
    const postgres = await startPostgres15(steps)
    try {
      const env = { CRESYL_TEST_POSTGRES: postgres.url }
      return (await runVitest(node, databaseTests, env)).counts
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    if (error instanceof Interrupted) throw error
    steps.print(describeError(error))
    return oneFailed
  }
}

/**
 * The browser tests that take too long for every run.
 * @param {string} node
 * @param {import('./steps.js').Steps} steps
 */
async function runLongBrowserTests(node, steps) {
  const { counts } = await runPlaywright(node, await findTestChromium(node, steps), [], { CRESYL_LONG: '1' })
  return counts
}

/**
 * @param {string} node
 * @param {Date} date
 * @param {import('./test-summary.js').VitestReport | undefined} report
 * @param {{ postgres15: import('./test-summary.js').Counts, browser: import('./test-summary.js').Counts }} repeats
 */
async function writeResult(node, date, report, repeats) {
  const tests = (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults.map((test) => ({
      file: relative(root, file.name),
      name: test.fullName.trim(),
      state: test.status,
      milliseconds: Math.round(test.duration ?? 0),
      figures: test.meta ?? {},
    })),
  )
  return keepResult('test-long', { ...repeats, tests }, { node, date })
}
