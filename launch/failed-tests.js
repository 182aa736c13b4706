import { relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * Told again at the end of a run: what a runner said of it is thousands of lines above.
 * @typedef {{ name: string, message: string }} FailedTest
 */

const mostLines = 12
const mostTests = 20

/**
 * @param {import('./test-summary.js').VitestReport | undefined} report
 * @param {string} root of the checkout
 * @returns {FailedTest[]}
 */
export function failedInVitest(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).split(sep).join('/')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ name: file, message }] : []
    return failed.map((test) => ({
      name: `${file} › ${test.fullName}`,
      message: (test.failureMessages ?? []).join('\n'),
    }))
  })
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, file: string, line: number, ok: boolean, tests: PlaywrightTest[] }[]} [specs]
 */
/** @typedef {{ results: { duration?: number, error?: { message?: string } }[] }} PlaywrightTest */

/**
 * @param {{ suites?: PlaywrightSuite[] } | undefined} report
 * @returns {FailedTest[]}
 */
export function failedInPlaywright(report) {
  return (report?.suites ?? []).flatMap(({ suites = [], specs = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) => ({
        name: `e2e/${file}:${line} › ${title}`,
        message: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''))[0] ?? '',
      })),
    ...failedInPlaywright({ suites }),
  ])
}

/**
 * @param {FailedTest[]} failed
 * @returns {string[]} lines
 */
export function failureLines(failed) {
  if (failed.length === 0) return []
  const shown = failed.slice(0, mostTests)
  const more = failed.length - shown.length
  return [
    '  What failed:',
    ...shown.flatMap(({ name, message }) => [`  ✘ ${name}`, ...beginningOf(message)]),
    ...(more > 0 ? [`  and ${more} more, above`] : []),
    '',
  ]
}

/** @param {string} message */
function beginningOf(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, mostLines)
    .map((line) => `      ${line}`)
}
