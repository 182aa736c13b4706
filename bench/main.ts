import { relative } from 'node:path'
import { describeError } from '../launch/command.js'
import { root } from '../launch/places.js'
import { keepResult } from '../launch/results.js'
import { annotations } from './annotations/annotations.ts'
import { annotationsPan } from './annotations/pan.ts'
import { czi } from './czi/czi.ts'
import { decode } from './decode/decode.ts'
import { inference } from './inference/inference.ts'
import { jobs } from './jobs/jobs.ts'
import { lists } from './lists/lists.ts'
import { listsScroll } from './lists/scroll.ts'
import { load } from './load/load.ts'
import { open } from './open/open.ts'
import { qc } from './qc/qc.ts'
import { reports } from './reports/reports.ts'
import { rest } from './rest/rest.ts'
import type { Benchmark } from './support/benchmark.ts'
import { isWithin, tableOf, verdictOf } from './support/figures.ts'
import { openStage } from './support/stage.ts'
import { tiles } from './tiles/tiles.ts'
import { upload } from './upload/upload.ts'
import { viewerStack } from './viewer/stack.ts'
import { viewer } from './viewer/viewer.ts'
import { write } from './write/write.ts'

const benchmarks: Record<string, Benchmark> = {
  annotations,
  'annotations-pan': annotationsPan,
  czi,
  decode,
  inference,
  jobs,
  lists,
  'lists-scroll': listsScroll,
  load,
  open,
  qc,
  reports,
  rest,
  tiles,
  upload,
  viewer,
  'viewer-stack': viewerStack,
  write,
}

process.exitCode = await run(process.argv.slice(2).filter((word) => word !== '--'))

async function run(words: string[]): Promise<number> {
  const [name] = words
  if (name === undefined) return list()
  const benchmark = benchmarks[name]
  if (benchmark === undefined || words.length > 1) {
    process.stderr.write(`There is no benchmark "${words.join(' ')}".\n`)
    list(process.stderr)
    return 1
  }
  if (process.platform !== 'linux') {
    process.stderr.write(
      'The benchmarks run on Linux only, because they read from /proc what processes use.\n',
    )
    return 1
  }
  return measure(name, benchmark)
}

function list(output: NodeJS.WriteStream = process.stdout): number {
  const lines = Object.entries(benchmarks).map(([name, { about }]) => `  ${name.padEnd(17)}${about}\n`)
  output.write(`Benchmarks (run one with: npm run bench -- <name>):\n${lines.join('')}`)
  return 0
}

async function measure(name: string, benchmark: Benchmark): Promise<number> {
  const date = new Date()
  const stage = await openStage()
  // Whatever was started is stopped; what the benchmark still awaits then fails.
  const interrupt = () => void stage.end().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  try {
    const { figures, versions } = await benchmark.run(stage)
    const verdict = verdictOf(name, figures)
    const circumstances = { node: process.execPath, date, ...(versions && { versions }) }
    const file = await keepResult(name, { figures, verdict }, circumstances)
    process.stdout.write(
      `\n${tableOf(figures)}\n\nThe result is kept in ${relative(root, file)}.\n${verdict}\n`,
    )
    return figures.every(isWithin) ? 0 : 1
  } catch (error) {
    process.stderr.write(`\n${describeError(error)}\n${name}: could not be measured\n`)
    return 1
  } finally {
    await stage.end()
  }
}
