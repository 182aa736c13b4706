import { countsLine } from './test-summary.js'

/** @typedef {{ beside: boolean, seed: string } & import('./test-runners.js').RunSummary} RepeatedRun */

/**
 * A line for each run, then one for each test that failed, with how often.
 * @param {RepeatedRun[]} runs
 * @returns {string[]} lines
 */
export function repeatTable(runs) {
  /** @type {Map<string, number>} */
  const failures = new Map()
  for (const name of runs.flatMap(({ failed }) => failed.map((test) => test.name))) {
    failures.set(name, (failures.get(name) ?? 0) + 1)
  }
  return [
    ...runs.map(({ beside, seed, counts, seconds }, index) => {
      const mark = counts.failed > 0 ? '✘' : '✔'
      return `  ${mark} run ${index + 1}  ${beside ? 'busy ' : 'quiet'}  seed ${seed.padStart(6)}  ${(seconds / 60).toFixed(1)} min  ${countsLine(counts)}`
    }),
    ...[...failures]
      .sort(([, a], [, b]) => b - a)
      .map(([name, times]) => `  ${times} of ${runs.length} failed: ${name}`),
  ]
}
