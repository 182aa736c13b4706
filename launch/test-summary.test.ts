import { describe, expect, test } from 'vitest'
import { countPlaywright, countsLine, countVitest, sumCounts, summaryTable } from './test-summary.js'

const file = (status: string, statuses: string[]) => ({
  name: 'x.test.ts',
  status,
  message: '',
  assertionResults: statuses.map((each) => ({ fullName: 'x', status: each })),
})
const stats = { expected: 0, unexpected: 0, skipped: 0 }

describe('countVitest', () => {
  test('counts tests; todo and pending ones are skipped', () => {
    const report = {
      testResults: [file('passed', ['passed', 'passed', 'todo']), file('failed', ['failed', 'pending'])],
    }
    expect(countVitest(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  })

  test('a file that could not be loaded is a failure', () => {
    expect(countVitest({ testResults: [file('passed', ['passed']), file('failed', [])] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    })
  })

  test('no report, no tests, or a crash after passing tests is a failure', () => {
    expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countVitest({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countVitest({ testResults: [] }, 0, true)).toEqual({ passed: 0, failed: 0, skipped: 0 })
    expect(countVitest({ testResults: [file('passed', ['passed'])] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    })
  })
})

describe('countPlaywright', () => {
  test('counts what Playwright counted', () => {
    const report = { stats: { expected: 3, unexpected: 1, skipped: 2 } }
    expect(countPlaywright(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  test('no report, no tests, or a failed set-up is a failure', () => {
    expect(countPlaywright(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countPlaywright({ stats }, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countPlaywright({ stats: { ...stats, skipped: 5 } }, 1)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 5,
    })
  })
})

test('the last line adds up all checks', () => {
  const results = [
    { name: 'types', counts: { passed: 1, failed: 0, skipped: 0 }, seconds: 1 },
    { name: 'browser tests', counts: { passed: 20, failed: 2, skipped: 3 }, seconds: 65.25 },
  ]
  expect(countsLine(sumCounts(results))).toBe('21 passed, 2 failed, 3 skipped')
  expect(summaryTable(results, 66)).toEqual([
    '  ✔ types             1.0 s  1 passed, 0 failed, 0 skipped',
    '  ✘ browser tests    65.3 s  20 passed, 2 failed, 3 skipped',
    '  ✘ all              66.0 s  21 passed, 2 failed, 3 skipped',
  ])
})
