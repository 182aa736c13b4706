import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutate } from './mutate.ts'
import { type Bounds, WatchedChild } from './watched-child.ts'

export interface MutantRun {
  /** Good files by their names. */
  readonly seeds: ReadonlyMap<string, Uint8Array>
  /** The number of the first mutant; those of each file are counted on from it. */
  readonly first: number
  readonly mutants: number
  readonly children: number
  readonly bounds: Bounds
  /** Asked before each mutant whether there is still time. */
  readonly goOn?: () => boolean
}

export interface MutantReport {
  run: number
  /** Opened and read without an error; opened, but something could not be read; refused. */
  readonly whole: Map<string, number>
  readonly partly: Map<string, number>
  readonly refused: Map<string, number>
  peakBytes: number
  slowest: { name: string; milliseconds: number }
  /** What went wrong, and how to see it again. */
  readonly failures: string[]
}

const mostFailures = 20

/** Mutants of each seed in turn, shared between children; ends early where too many fail. */
export async function runMutants(options: MutantRun): Promise<MutantReport> {
  const { seeds, first, mutants, children, bounds, goOn = () => true } = options
  const names = [...seeds.keys()]
  const all = [...seeds.values()]
  const report: MutantReport = {
    run: 0,
    whole: new Map(),
    partly: new Map(),
    refused: new Map(),
    failures: [],
    peakBytes: 0,
    slowest: { name: '', milliseconds: 0 },
  }
  let next = 0

  async function work(): Promise<void> {
    const child = new WatchedChild(bounds)
    try {
      while (next < mutants && goOn() && report.failures.length < mostFailures) {
        const index = next
        next += 1
        const seed = names[index % names.length] as string
        const number = first + Math.floor(index / names.length)
        await runOne(child, `${seed} ${number}`, seed, mutate(seeds.get(seed) as Uint8Array, number, all))
      }
    } finally {
      child.close()
    }
  }

  async function runOne(child: WatchedChild, name: string, seed: string, file: Uint8Array): Promise<void> {
    const start = performance.now()
    const reply = await child.exercise({ name, file })
    const milliseconds = performance.now() - start
    report.run += 1
    if (milliseconds > report.slowest.milliseconds) report.slowest = { name, milliseconds }
    if ('failure' in reply) {
      const path = join(await mkdtemp(join(tmpdir(), 'cresyl-mutant-')), name.replace(/\W+/g, '-'))
      await writeFile(path, file)
      const again = `node slides/src/cases/test-support/try-file.ts ${path}`
      report.failures.push(`${name}: ${reply.failure}\n  see it again: ${again}`)
      return
    }
    const { vendor, errors, peakBytes } = reply.outcome
    report.peakBytes = Math.max(report.peakBytes, peakBytes)
    const kind = vendor === undefined ? report.refused : errors.length > 0 ? report.partly : report.whole
    kind.set(seed, (kind.get(seed) ?? 0) + 1)
  }

  await Promise.all(Array.from({ length: children }, work))
  return report
}

/** A line for each seed: how its mutants ended. */
export function describeReport({ run, whole, partly, refused, peakBytes, slowest }: MutantReport): string {
  const seeds = [...new Set([...whole.keys(), ...partly.keys(), ...refused.keys()])].sort()
  const line = (seed: string) =>
    `  ${seed}: ${whole.get(seed) ?? 0} read, ${partly.get(seed) ?? 0} in part, ${refused.get(seed) ?? 0} refused`
  const most = `${Math.round(peakBytes / 1024 / 1024)} MB at most`
  const longest = `${slowest.name} took longest, ${Math.round(slowest.milliseconds)} ms`
  return [`${run} mutants, ${most}, ${longest}`, ...seeds.map(line)].join('\n')
}
