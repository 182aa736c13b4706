/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */
/**
 * @typedef {object} CheckResult
 * @property {string} name
 * @property {Counts} counts
 * @property {number} seconds
 * @property {import('./failed-tests.js').FailedTest[]} [failed]
 * @property {import('./file-times.js').FileTime[]} [times]
 */

export const onePassed = { passed: 1, failed: 0, skipped: 0 }
export const oneFailed = { passed: 0, failed: 1, skipped: 0 }

/**
 * @typedef {object} VitestReport
 * @property {{ name: string, status: string, message: string, assertionResults: VitestTest[] }[]} testResults
 */
/**
 * @typedef {object} VitestTest
 * @property {string} fullName
 * @property {string} status
 * @property {number} [duration]
 * @property {string[]} [failureMessages]
 * @property {Record<string, unknown>} [meta]
 */

/**
 * Counts the tests of a Vitest run. A file that could not be loaded counts as one failure.
 * @param {VitestReport | undefined} report
 * @param {number} code of the process
 * @param {boolean} [mayBeEmpty] whether there may be no test to run
 * @returns {Counts}
 */
export function countVitest(report, code, mayBeEmpty) {
  if (!report) return oneFailed
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of report.testResults) {
    for (const test of file.assertionResults) counts[outcomeOf(test.status)] += 1
    const explained = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !explained) counts.failed += 1
  }
  return withCrash(counts, code, mayBeEmpty)
}

/** @param {string} status @returns {keyof Counts} */
const outcomeOf = (status) => (status === 'passed' || status === 'failed' ? status : 'skipped')

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, skipped: number }} stats
 * @property {import('./failed-tests.js').PlaywrightSuite[]} [suites]
 */

/**
 * Counts the tests of a Playwright run.
 * @param {PlaywrightReport | undefined} report
 * @param {number} code of the process
 * @param {boolean} [mayBeEmpty] whether there may be no test to run
 * @returns {Counts}
 */
export function countPlaywright(report, code, mayBeEmpty) {
  if (!report) return oneFailed
  const { expected, unexpected, skipped } = report.stats
  return withCrash({ passed: expected, failed: unexpected, skipped }, code, mayBeEmpty)
}

/**
 * A runner that ran nothing, or failed without a failing test, has failed.
 * @param {Counts} counts
 * @param {number} code
 * @param {boolean} [mayBeEmpty]
 * @returns {Counts}
 */
function withCrash(counts, code, mayBeEmpty = false) {
  const ran = mayBeEmpty || counts.passed + counts.failed + counts.skipped > 0
  return counts.failed === 0 && (code !== 0 || !ran) ? { ...counts, failed: 1 } : counts
}

/** @param {{ counts: Counts }[]} results @returns {Counts} */
export function sumCounts(results) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { counts } of results) {
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
  }
  return sum
}

/** @param {Counts} counts */
export const countsLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/**
 * A line for each check, with what it took, and one for all of them.
 * @param {CheckResult[]} results
 * @param {number} seconds that the whole took: less than the sum, as some checks ran side by side
 */
export function summaryTable(results, seconds) {
  const whole = { name: 'all', counts: sumCounts(results), seconds }
  const width = Math.max(...results.map(({ name }) => name.length), whole.name.length)
  return [...results, whole].map(({ name, counts, seconds }) => {
    const mark = counts.failed > 0 ? '✘' : '✔'
    return `  ${mark} ${name.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(8)}  ${countsLine(counts)}`
  })
}
