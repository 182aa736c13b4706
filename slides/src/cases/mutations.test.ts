import { expect, test } from 'vitest'
import { describeReport, runMutants } from './test-support/run-mutants.ts'
import { seedFiles, seedNames } from './test-support/seed-files.ts'

const mutantsOfEach = 50

test('spoilt files of every kind are read, or refused with an error that says where and why', async () => {
  const seeds = new Map<string, Uint8Array>()
  for (const name of seedNames) seeds.set(name, await seedFiles[name]())
  const report = await runMutants({
    ...{ seeds, first: 0, mutants: seeds.size * mutantsOfEach, children: 1 },
    bounds: { milliseconds: 20_000, bytes: 1024 ** 3 },
  })
  expect(report.failures).toEqual([])
  // A mutation that spoils nothing, or everything at once, would test nothing.
  for (const name of seedNames) {
    expect(report.refused.get(name), describeReport(report)).toBeGreaterThan(5)
    const opened = (report.whole.get(name) ?? 0) + (report.partly.get(name) ?? 0)
    expect(opened, describeReport(report)).toBeGreaterThan(2)
  }
}, 120_000)
