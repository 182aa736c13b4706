import { expect, test } from 'vitest'
import { describeReport, runMutants } from './test-support/run-mutants.ts'
import { seedFiles, seedNames } from './test-support/seed-files.ts'

const mutantsOfEach = 10
/** Another part of those of mutations.long.ts each time. */
const first = 1000 + mutantsOfEach * (Number(process.env.CRESYL_TEST_SEED) % 100)

test('spoilt files of every kind are read, or refused with an error that says where and why', async () => {
  const seeds = new Map<string, Uint8Array>()
  for (const name of seedNames) seeds.set(name, await seedFiles[name]())
  const report = await runMutants({
    seeds,
    first,
    mutants: seeds.size * mutantsOfEach,
    children: 1,
    bounds: { milliseconds: 20_000, bytes: 1024 ** 3 },
  })
  expect(report.failures).toEqual([])
  // A mutation that spoils nothing, or everything at once, would test nothing.
  const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, n) => sum + n, 0)
  expect(total(report.refused), describeReport(report)).toBeGreaterThan(report.run / 10)
  expect(total(report.whole) + total(report.partly), describeReport(report)).toBeGreaterThan(report.run / 20)
}, 120_000)
