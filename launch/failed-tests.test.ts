import { expect, test } from 'vitest'
import { failedInPlaywright, failedInVitest, failureLines } from './failed-tests.js'

test('a failed test is named by its file, with what was said of it', () => {
  const assertionResults = [
    { fullName: 'adds', status: 'passed' },
    {
      fullName: 'subtracts',
      status: 'failed',
      failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\n  at x'],
    },
  ]
  const report = {
    testResults: [{ name: '/home/x/a.test.ts', status: 'failed', message: '', assertionResults }],
  }
  expect(failureLines(failedInVitest(report, '/home'))).toEqual([
    '  What failed:',
    '  ✘ x/a.test.ts › subtracts',
    '      expected 1',
    '        at x',
    '',
  ])
})

test('a file that could not be loaded is named by itself', () => {
  const report = {
    testResults: [
      { name: '/x/a.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  }
  expect(failedInVitest(report, '/x')).toEqual([{ name: 'a.test.ts', message: 'No such module' }])
})

test('failed browser tests are found in suites within suites', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ results: [{ error: { message: 'Timed out' } }] }],
  })
  const report = { suites: [{ specs: [spec('opens', true)], suites: [{ specs: [spec('closes', false)] }] }] }
  expect(failedInPlaywright(report)).toEqual([{ name: 'e2e/a.spec.ts:7 › closes', message: 'Timed out' }])
})

test('nothing is said where nothing failed, and not everything where very much did', () => {
  expect(failureLines([])).toEqual([])
  const many = Array.from({ length: 25 }, (_, index) => ({ name: `t${index}`, message: '' }))
  expect(failureLines(many).at(-2)).toBe('  and 5 more, above')
})
