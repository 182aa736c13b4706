import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import { frugalMemory } from '../../server/src/platform/processes/guarded-child.ts'
import { makeQcTiles, writeQcSlide } from '../qc/slide.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { sampleMemory } from '../support/process-tree.ts'
import type { Stage } from '../support/stage.ts'
import type { ComputeOrder, ComputeReport } from './compute.ts'
import type { RunOrder, RunReport } from './run.ts'

/** Computing alone, in megapixels for each second of CPU; those without a bar are printed beside. */
const computing: { predictor: string; rounds: number; atLeast?: number }[] = [
  { predictor: 'virtual-he', rounds: 20, atLeast: 35 },
  { predictor: 'colour-deconvolution', rounds: 20, atLeast: 60 },
  { predictor: 'nuclei', rounds: 4, atLeast: 3 },
  { predictor: 'virtual-dab', rounds: 10 },
  { predictor: 'stain-normalisation', rounds: 10 },
  { predictor: 'nuclei-fluorescence', rounds: 3 },
  { predictor: 'ihc-score', rounds: 3 },
]

/** Pixels a side and per cent of tissue: the larger, the less of it, so that all of them end within minutes. */
const sizes = [
  { name: '4k', side: 4096, tissue: 40 },
  { name: '32k', side: 32_768, tissue: 6 },
  { name: '100k', side: 100_000, tissue: 1.5 },
]
/** Fluorescence comes out of memory, the others out of JPEG files. */
const runs = [
  { predictor: 'virtual-he', isMade: true },
  { predictor: 'colour-deconvolution', isMade: false },
  { predictor: 'nuclei', isMade: false },
]
const writtenSide = 16_384

export const inference: Benchmark = {
  about: 'megapixels that predictors compute in a second of CPU, whole runs up to 100k, and their memory',
  run: async (stage) => {
    await stage.requireSpace(4 * bytes.GB)
    const figures: Figure[] = []
    for (const { atLeast, ...order } of computing) {
      const { megapixels } = await ask<ComputeOrder, ComputeReport>(
        stage,
        new URL('./compute.ts', import.meta.url),
        order,
      )
      stage.say(`${order.predictor}: ${megapixels.toFixed(1)} MP per second of CPU`)
      const bar = atLeast === undefined ? {} : { atLeast }
      figures.push({ name: `${order.predictor}, computing`, value: megapixels, unit: 'MP/CPU-s', ...bar })
    }
    return { figures: [...figures, ...(await measureWriting(stage)), ...(await measureRuns(stage))] }
  },
}

/** In a process of its own, so that nothing is warm. */
async function ask<Order extends object, Report>(stage: Stage, program: URL, order: Order) {
  const child = startChild<Order, Report>(stage, program)
  const report = await child.ask(order)
  await child.end()
  return report
}

async function measureWriting(stage: Stage): Promise<Figure[]> {
  const source = { side: writtenSide, tissue: 100, stain: 'he' } as const
  const { perSecond, memory } = await runOnce(stage, { predictor: 'ready-made', source })
  stage.say(`writing: ${perSecond.toFixed(1)} MP per second of CPU, ${memory.toFixed(0)} MB`)
  return [
    { name: 'writing 16k, all tissue', value: perSecond, unit: 'MP/CPU-s', atLeast: 20 },
    { name: 'writing 16k: memory, at most', value: memory, unit: 'MB', atMost: 300 },
  ]
}

async function measureRuns(stage: Stage): Promise<Figure[]> {
  const tiles = await makeQcTiles()
  const figures: Figure[] = []
  const memories = new Map<string, number[]>()
  for (const { name, side, tissue } of sizes) {
    const path = join(stage.folder, `${name}.svs`)
    await writeQcSlide(path, { width: side, height: side, tissue }, tiles)
    for (const { predictor, isMade } of runs) {
      const source = isMade ? ({ side, tissue, stain: 'fluorescence' } as const) : { path }
      const { perSecond, seconds, memory } = await runOnce(stage, { predictor, source })
      stage.say(`${predictor} ${name}: ${seconds.toFixed(1)} s of CPU, ${memory.toFixed(0)} MB`)
      memories.set(predictor, [...(memories.get(predictor) ?? []), memory])
      figures.push(
        { name: `${predictor} ${name}, ${tissue} % tissue: CPU`, value: seconds, unit: 's' },
        { name: `${predictor} ${name}: of what was computed`, value: perSecond, unit: 'MP/CPU-s' },
        { name: `${predictor} ${name}: memory`, value: memory, unit: 'MB' },
      )
    }
    await rm(path)
  }
  for (const [predictor, [small = Number.NaN, ...others]] of memories) {
    const more = (others.at(-1) ?? Number.NaN) - small
    figures.push({
      name: `${predictor}: memory at 100k, more than at 4k`,
      value: more,
      unit: 'MB',
      atMost: 100,
    })
  }
  return figures
}

async function runOnce(stage: Stage, order: Omit<RunOrder, 'folder'>) {
  const folder = join(stage.folder, 'run')
  await mkdir(folder)
  const child = startChild<RunOrder, RunReport>(stage, new URL('./run.ts', import.meta.url), [], frugalMemory)
  const { promise, resolve } = Promise.withResolvers<RunReport>()
  const samples = await sampleMemory(
    child.pid,
    async () => resolve(await child.ask({ ...order, folder })),
    100,
  )
  await child.end()
  await rm(folder, { recursive: true })
  const { milliseconds, megapixels } = await promise
  return {
    seconds: milliseconds / 1000,
    perSecond: megapixels / (milliseconds / 1000),
    memory: Math.max(...samples.map((sample) => sample.bytes)) / bytes.MB,
  }
}
