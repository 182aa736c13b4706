import { relative } from 'node:path'
import { ensureBuilt } from './build.js'
import { describeError, runCommand } from './command.js'
import { Interrupted } from './failure.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { root } from './places.js'
import { startPostgres15 } from './postgres-15.js'
import { startRadosgw } from './radosgw.js'
import { keepResult } from './results.js'
import { createSteps } from './steps.js'
import { runVitest } from './test-runners.js'
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
/** @type {{ report: import('./test-summary.js').VitestReport | undefined, counts: import('./test-summary.js').Counts }} */
const notRun = { report: undefined, counts: { passed: 0, failed: 0, skipped: 0 } }

await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  await ensureBuilt(node, steps)
  const date = new Date()
  const { files, all, postgres15 } = readChoice(process.argv.slice(2))
  const campaigns = all || files.length > 0 ? await runWithS3(node, steps, files) : notRun
  const onPostgres15 = postgres15 ? await runOnPostgres15(node, steps) : notRun.counts
  const file = await writeResult(node, date, campaigns.report, onPostgres15)
  const counts = sumCounts([campaigns, { counts: onPostgres15 }])
  steps.print(`\nThe result is kept in ${relative(root, file)}.\n${countsLine(counts)}`)
  return counts.failed > 0 ? 1 : 0
})

/**
 * Words after the command choose: `postgres-15`, or files by a part of their name. Without any, everything is run.
 * @param {string[]} words
 */
function readChoice(words) {
  const all = words.length === 0
  const files = words.filter((word) => word !== postgres15Word)
  return { files, all, postgres15: all || words.includes(postgres15Word) }
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
 * @param {string} node
 * @param {Date} date
 * @param {import('./test-summary.js').VitestReport | undefined} report
 * @param {import('./test-summary.js').Counts} postgres15
 */
async function writeResult(node, date, report, postgres15) {
  const tests = (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults.map((test) => ({
      file: relative(root, file.name),
      name: test.fullName.trim(),
      state: test.status,
      milliseconds: Math.round(test.duration ?? 0),
      figures: test.meta ?? {},
    })),
  )
  return keepResult('test-long', { postgres15, tests }, { node, date })
}
