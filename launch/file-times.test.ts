import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longFiles, measureShare, playwrightFileTimes, slowestLines, tooSlow } from './file-times.js'
import { root } from './places.js'

const times = [
  { file: 'quick.test.ts', seconds: 0.2 },
  { file: 'slow.test.ts', seconds: 30 },
]

test('the files that may take long are there', () => {
  const missing = Object.values(longFiles)
    .flat()
    .filter((file) => !existsSync(join(root, file)))
  expect(missing).toEqual([])
})

test('the slowest files come first', () => {
  expect(slowestLines(times).slice(1, 3)).toEqual(['    30.0 s  slow.test.ts', '     0.2 s  quick.test.ts'])
})

test('a file above the limit is a failure, unless the machine was busy with other things or there is a reason', () => {
  expect(tooSlow(times, 1, []).map(({ name }) => name)).toEqual(['slow.test.ts'])
  expect(tooSlow(times, 0.5, [])).toEqual([])
  expect(tooSlow(times, 1, ['slow.test.ts'])).toEqual([])
})

test('the time of a file of browser tests is the sum of its tests', () => {
  const spec = (duration: number) => ({
    title: 'opens',
    file: 'viewer/a.spec.ts',
    line: 1,
    ok: true,
    tests: [{ results: [{ duration }] }],
  })
  const report = { suites: [{ specs: [spec(1000)], suites: [{ specs: [spec(500)] }] }] }
  expect(playwrightFileTimes(report)).toEqual([{ file: 'e2e/viewer/a.spec.ts', seconds: 1.5 }])
})

test('the share of the work is between nothing and all', () => {
  const share = measureShare()
  for (let sum = 0; sum < 3e8; sum += 1);
  expect(share()).toBeGreaterThan(0)
  expect(share()).toBeLessThanOrEqual(1)
})
