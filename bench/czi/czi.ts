import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { bytes } from '../../contract/src/api/limits.ts'
import { makeCzi } from '../../slides/src/czi/test-support/make-czi.ts'
import type { RunOrder, RunReport } from '../inference/run.ts'
import type { QcOrder, QcReport } from '../qc/checker.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { type Child, startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { makeTissueTiles } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import type { CziOrder, CziReport } from './reader.ts'
import { writeTwins } from './twins.ts'

const rounds = 5
const manyBlocks = 500_000
const composedTiles = 80
const largeBlocks = 8
const twinRounds = 3

type Reader = Child<CziOrder, CziReport>

export const czi: Benchmark = {
  about: 'what opening a CZI of 500,000 blocks costs, tiles composed of its blocks, and jobs beside a TIFF',
  run: async (stage) => {
    await stage.requireSpace(400 * bytes.MB)
    const files = await makeFiles(stage)
    const best: CziReport = {
      milliseconds: Number.POSITIVE_INFINITY,
      bytesKept: Number.POSITIVE_INFINITY,
      composed: Number.POSITIVE_INFINITY,
      decoded: Number.POSITIVE_INFINITY,
      first: Number.POSITIVE_INFINITY,
      second: Number.POSITIVE_INFINITY,
    }
    for (let round = 0; round < rounds; round += 1) {
      stage.say(`round ${round + 1} of ${rounds}`)
      for (const report of await measure(stage, files)) {
        for (const key of ['milliseconds', 'bytesKept', 'composed', 'decoded', 'first', 'second'] as const) {
          best[key] = Math.min(best[key], report[key] ?? Number.POSITIVE_INFINITY)
        }
      }
    }
    return {
      figures: [
        { name: 'opening 500,000 blocks', value: best.milliseconds, unit: 'ms CPU', atMost: 1000 },
        { name: 'kept of it', value: best.bytesKept / bytes.MB, unit: 'MB', atMost: 100 },
        {
          name: 'tile of four blocks beside decoding them',
          value: best.composed / best.decoded,
          unit: '×',
          atMost: 1.5,
        },
        {
          name: 'second tile of a block beside the first',
          value: best.second / best.first,
          unit: '×',
          atMost: 0.2,
        },
        ...(await compareTwins(stage)),
      ],
    }
  },
}

/** CPU of jobs on the same pixels, in a process of its own each. */
async function compareTwins(stage: Stage): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { compression, ...paths } of await writeTwins(stage)) {
    for (const job of ['QC', 'colour-deconvolution', 'nuclei']) {
      const least: Record<keyof typeof paths, number> = { tiff: Infinity, czi: Infinity }
      for (let round = 0; round < twinRounds; round += 1) {
        for (const type of ['tiff', 'czi'] as const) {
          least[type] = Math.min(least[type], await costOf(stage, job, paths[type]))
        }
      }
      const [value, seconds] = [least.czi / least.tiff, least.tiff / 1000]
      stage.say(`${job}, ${compression}: ${value.toFixed(2)} × of ${seconds.toFixed(1)} s of CPU`)
      figures.push({ name: `${job} on a CZI in ${compression} beside a TIFF`, value, unit: '×', atMost: 1.3 })
    }
  }
  return figures
}

async function costOf(stage: Stage, job: string, path: string): Promise<number> {
  if (job === 'QC') {
    const checker = startChild<QcOrder, QcReport>(stage, new URL('../qc/checker.ts', import.meta.url))
    const { milliseconds } = await checker.ask({ path })
    await checker.end()
    return milliseconds
  }
  const folder = join(stage.folder, 'run')
  await mkdir(folder)
  const runner = startChild<RunOrder, RunReport>(stage, new URL('../inference/run.ts', import.meta.url))
  const { milliseconds } = await runner.ask({ predictor: job, source: { path }, folder })
  await runner.end()
  await rm(folder, { recursive: true })
  return milliseconds
}

interface Files {
  many: string
  small: string
  large: string
  /** One of the small blocks, in base64. */
  block: string
}

/** Opened in a process of its own each time: what one has collected must not be another's gain. */
async function measure(stage: Stage, { many, small, large, block }: Files): Promise<Partial<CziReport>[]> {
  const opener: Reader = startChild(stage, new URL('./reader.ts', import.meta.url), ['--expose-gc'])
  const opened = await opener.ask({ task: 'open', path: many })
  await opener.end()
  const reader: Reader = startChild(stage, new URL('./reader.ts', import.meta.url), ['--expose-gc'])
  const composed = await reader.ask({ task: 'compose', path: small, block, tiles: composedTiles })
  const second = await reader.ask({ task: 'second', path: large, blocks: largeBlocks })
  await reader.end()
  return [opened, composed, second]
}

async function makeFiles(stage: Stage): Promise<Files> {
  const [tissue] = makeTissueTiles(1, 'he')
  if (!tissue) throw new Error('no tissue')
  const data = zstdCompressSync(squareOf(tissue, 256))
  const [many, small, large] = ['many', 'small', 'large'].map((name) =>
    join(stage.folder, `${name}.czi`),
  ) as [string, string, string]
  const tiny = new Uint8Array(64)
  const columns = 1000
  const grid = Array.from({ length: manyBlocks }, (_, M) => ({
    x: (M % columns) * 8,
    y: Math.floor(M / columns) * 8,
    width: 8,
    height: 8,
    data: tiny,
    dimensions: { C: 0, Z: 0, T: 0, S: 0, B: 0, H: 0, M },
  }))
  await writeFile(many, makeCzi(grid).bytes)
  const colour = { pixelType: 3, compression: 5 }
  const rows = Array.from({ length: 4 * composedTiles }, (_, M) => ({
    ...colour,
    x: (M >> 1) * 256,
    y: (M & 1) * 256,
    width: 256,
    height: 256,
    dimensions: { M },
    data,
  }))
  await writeFile(small, makeCzi(rows).bytes)
  const wide = zstdCompressSync(squareOf(tissue, 2048))
  const row = Array.from({ length: largeBlocks }, (_, M) => ({
    ...colour,
    x: 2048 * M,
    y: 0,
    width: 2048,
    height: 2048,
    dimensions: { M },
    data: wide,
  }))
  await writeFile(large, makeCzi(row).bytes)
  return { many, small, large, block: data.toString('base64') }
}

/** The pixels of a tile, again and again, as a larger or smaller square. */
function squareOf(
  { width, height, data }: { width: number; height: number; data: ArrayLike<number> },
  side: number,
): Uint8Array {
  return Uint8Array.from({ length: side * side * 3 }, (_, index) => {
    const pixel = Math.floor(index / 3)
    const at = (Math.floor(pixel / side) % height) * width + ((pixel % side) % width)
    return data[at * 3 + (index % 3)] ?? 0
  })
}
