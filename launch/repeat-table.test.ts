import { expect, test } from 'vitest'
import { repeatTable } from './repeat-table.js'

test('each run has a line, and each test that failed says how often', () => {
  const run = { seed: '7', beside: false, seconds: 90, checks: [] }
  const passed = { ...run, counts: { passed: 2, failed: 0, skipped: 0 }, failed: [] }
  const failed = {
    ...run,
    beside: true,
    counts: { passed: 1, failed: 1, skipped: 0 },
    failed: [{ name: 'a.test.ts › adds', message: '1 is not 2' }],
  }
  expect(repeatTable([passed, failed, failed])).toEqual([
    '  ✔ run 1  quiet  seed      7  1.5 min  2 passed, 0 failed, 0 skipped',
    '  ✘ run 2  busy   seed      7  1.5 min  1 passed, 1 failed, 0 skipped',
    '  ✘ run 3  busy   seed      7  1.5 min  1 passed, 1 failed, 0 skipped',
    '  2 of 3 failed: a.test.ts › adds',
  ])
})
