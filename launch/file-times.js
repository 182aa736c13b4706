import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** @typedef {{ file: string, seconds: number }} FileTime */

/** What a test file may take on a machine that does nothing else. */
const mostSeconds = 20

/** As much is spent waiting as working: two files for each processor, and no more than the database has connections for. */
export const filesAtOnce = Math.min(8, 2 * availableParallelism())

/** Files that may take longer, by the reason. */
export const longFiles = {
  'starts the whole product and ends its processes one by one': [
    'server/src/main.test.ts',
    'server/src/processes.test.ts',
  ],
  'runs jobs as the product does, each in a process of its own': [
    'server/src/workers/export/export-region.test.ts',
    'server/src/workers/inference/inference-faults.test.ts',
    'server/src/workers/inference/inference.test.ts',
    'server/src/workers/ingest/ingest-killed.test.ts',
    'server/src/workers/ingest/ingest-samples.test.ts',
    'server/src/workers/ingest/ingest.test.ts',
    'server/src/workers/demo/demo.test.ts',
    'server/src/workers/qc/qc.test.ts',
  ],
  'asks every route as everybody, or with every kind of hostile value': [
    'server/src/http/attacks/hostile-input.test.ts',
    'server/src/http/attacks/other-organisations.test.ts',
    'server/src/http/routes.test.ts',
  ],
  'starts and kills PostgreSQL several times': ['server/src/platform/postgres/embedded-postgres.test.ts'],
  'reads a thousand bad files': ['server/src/platform/tiles/hostile-tiles.test.ts'],
}

/**
 * @param {FileTime[]} times
 * @returns {string[]} lines
 */
export function slowestLines(times) {
  if (times.length === 0) return []
  const slowest = [...times].sort((a, b) => b.seconds - a.seconds).slice(0, 10)
  return [
    '  Slowest files:',
    ...slowest.map(({ file, seconds }) => `  ${`${seconds.toFixed(1)} s`.padStart(8)}  ${file}`),
    '',
  ]
}

/**
 * The files above the limit, as failures. Browser tests are handed to workers one by one, whatever file they are in,
 * and have none.
 * @param {FileTime[]} times
 * @param {number} share of a processor that a file had: beside other programs and other files everything takes longer
 * @param {string[]} [exceptions]
 * @returns {import('./failed-tests.js').FailedTest[]}
 */
export function tooSlow(times, share, exceptions = Object.values(longFiles).flat()) {
  return times
    .filter(({ file }) => !file.startsWith('e2e/') && !exceptions.includes(file))
    .filter(({ seconds }) => seconds * share > mostSeconds)
    .map(({ file, seconds }) => ({
      name: file,
      message: `It took ${seconds.toFixed(1)} s, and a test file may take ${mostSeconds} s. Make it cheaper, split it, or name it with the reason in launch/file-times.js.`,
    }))
}

/**
 * The time of each file of browser tests: the sum of its tests.
 * @param {{ suites?: import('./failed-tests.js').PlaywrightSuite[] } | undefined} report
 * @returns {FileTime[]}
 */
export function playwrightFileTimes(report) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  /** @param {import('./failed-tests.js').PlaywrightSuite} suite */
  const add = ({ suites = [], specs = [] }) => {
    for (const { file, tests } of specs) {
      const took = tests
        .flatMap(({ results }) => results)
        .reduce((sum, { duration = 0 }) => sum + duration, 0)
      sums.set(file, (sums.get(file) ?? 0) + took / 1000)
    }
    suites.forEach(add)
  }
  report?.suites?.forEach(add)
  return [...sums].map(([file, seconds]) => ({ file: `e2e/${file}`, seconds }))
}

/**
 * Measures which part of the machine's work is done by this process and its children that have ended, shared among the
 * files that run at once.
 * @returns {() => number}
 */
export function measureShare() {
  const before = readWork()
  return () => {
    const after = readWork()
    const ours =
      before && after && after.busy > before.busy
        ? Math.min(1, (after.ours - before.ours) / (after.busy - before.busy))
        : 1
    return ours * Math.min(1, availableParallelism() / filesAtOnce)
  }
}

/** In ticks since the machine started. */
function readWork() {
  try {
    const [, user = 0, nice = 0, system = 0] =
      /^cpu +(\d+) (\d+) (\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.map(Number) ?? []
    const own =
      readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15).map(Number) ?? []
    return { busy: user + nice + system, ours: own.reduce((sum, ticks) => sum + ticks, 0) }
  } catch {
    return undefined
  }
}
