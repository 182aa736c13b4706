import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { samplesFolder } from '../test-support/test-samples.ts'
import { describeReport, runMutants } from './test-support/run-mutants.ts'
import { seedFiles, seedNames } from './test-support/seed-files.ts'

/** Larger ones would spend the time on copying. */
const largestSample = 120_000

const setting = (name: string, usual: number): number => Number(process.env[name] || usual)

async function seeds(): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  for (const name of seedNames) found.set(name, await seedFiles[name]())
  for (const kind of samplesFolder ? ['svs', 'ome', 'tiff', 'czi'] : []) {
    const folder = join(samplesFolder as string, kind)
    for (const name of (await readdir(folder)).sort()) {
      const path = join(folder, name)
      if ((await stat(path)).size <= largestSample) found.set(name, new Uint8Array(await readFile(path)))
    }
  }
  return found
}

// CRESYL_MUTANTS and CRESYL_MUTANT_MINUTES bound the run; CRESYL_FIRST_MUTANT moves it to mutants never tried before.
test('a hundred thousand spoilt files neither crash nor hang nor fill the memory', async () => {
  const end = Date.now() + setting('CRESYL_MUTANT_MINUTES', 20) * 60_000
  const report = await runMutants({
    seeds: await seeds(),
    first: setting('CRESYL_FIRST_MUTANT', 1000),
    mutants: setting('CRESYL_MUTANTS', 120_000),
    children: 2,
    bounds: { milliseconds: 10_000, bytes: 1024 ** 3 },
    goOn: () => Date.now() < end,
  })
  console.log(describeReport(report))
  expect(report.failures).toEqual([])
  expect(report.run).toBeGreaterThan(0)
})
