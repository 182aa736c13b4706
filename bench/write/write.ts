import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import { bytesOf, type PixelTile } from '../../slides/src/pixels.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { sampleMemory } from '../support/process-tree.ts'
import { makeTissueTiles, tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import { findVips, type Vips } from '../support/vips.ts'
import { poolTileAt, type TileLayout } from './layout.ts'
import type { WriteOrder, WriteReport } from './pyramid.ts'

const poolSize = 64
const rounds = 3
/** libvips halves the colours' resolution below 90 only, as we do here. */
const comparedQuality = 89

/** What is written, each by a process of its own. */
interface Task extends Pick<WriteOrder, 'pixels' | 'compression' | 'layout' | 'order'> {
  name: string
  /** Megapixels of full resolution for each second of CPU, all levels included. */
  atLeast?: number
  /** The cheapest time counts. */
  times: number
}

const jpeg = { pixels: 'rgb', compression: { kind: 'jpeg', quality: 90 }, order: 'rows' } as const
const layoutOf = (side: number, tissue: TileLayout['tissue']): TileLayout => ({
  across: side / tileSide,
  tissue,
})

const tasks: Task[] = [
  { ...jpeg, name: 'JPEG 16k', layout: layoutOf(16_384, 'ellipse'), atLeast: 20, times: 3 },
  { ...jpeg, name: 'JPEG 48k', layout: layoutOf(49_152, 'ellipse'), atLeast: 20, times: 1 },
  { ...jpeg, name: 'JPEG 16k, all tissue', layout: layoutOf(16_384, 'whole'), atLeast: 20, times: 2 },
  {
    ...jpeg,
    name: 'JPEG 16k, tiles in random order',
    layout: layoutOf(16_384, 'ellipse'),
    order: 'random',
    times: 2,
  },
  {
    name: 'Deflate 16-bit 16k',
    layout: layoutOf(16_384, 'ellipse'),
    order: 'rows',
    times: 1,
    pixels: 'u16',
    compression: { kind: 'deflate' },
  },
]

type Pools = Record<WriteOrder['pixels'], { file: string; tiles: PixelTile[] }>

export const write: Benchmark = {
  about: 'megapixels that a pyramid writer does in a second of CPU and its memory, beside libvips',
  run: async (stage) => {
    await stage.requireSpace(4 * bytes.GB)
    const vips = await findVips()
    const pools = await makePools(stage)
    const figures: Figure[] = []
    for (const task of tasks) figures.push(...(await measure(stage, task, pools)))
    return {
      figures: [...figures, ...(await compare(stage, vips, pools))],
      versions: { libvips: vips.version },
    }
  },
}

/** Made once and written again and again, so that making pixels isn't measured. */
async function makePools(stage: Stage): Promise<Pools> {
  stage.say(`${poolSize} tiles of tissue are made up`)
  const make = async (name: string, stain: 'he' | 'fluorescence') => {
    const tiles = makeTissueTiles(poolSize, stain)
    const path = join(stage.folder, `${name}.tiles`)
    const file = await open(path, 'w')
    for (const { data } of tiles) await file.write(bytesOf(data))
    await file.close()
    return { file: path, tiles }
  }
  return { rgb: await make('rgb', 'he'), u16: await make('u16', 'fluorescence') }
}

async function measure(
  stage: Stage,
  { name, atLeast, times, ...what }: Task,
  pools: Pools,
): Promise<Figure[]> {
  const megapixels = (what.layout.across * tileSide) ** 2 / 1e6
  const runs: { perSecond: number; memory: number }[] = []
  for (let n = 0; n < times; n += 1) {
    const { milliseconds, memory } = await writeOnce(stage, what, pools)
    runs.push({ perSecond: megapixels / (milliseconds / 1000), memory })
  }
  const text = runs.map(({ perSecond }) => perSecond.toFixed(1)).join(', ')
  stage.say(`${name}: ${text} MP per second of CPU`)
  const perSecond = Math.max(...runs.map((each) => each.perSecond))
  const memory = Math.max(...runs.map((each) => each.memory))
  return [
    { name, value: perSecond, unit: 'MP/CPU-s', ...(atLeast !== undefined && { atLeast }) },
    { name: `${name}: memory, at most`, value: memory / bytes.MB, unit: 'MB', atMost: 300 },
  ]
}

async function writeOnce(
  stage: Stage,
  what: Omit<WriteOrder, 'path' | 'pool'>,
  pools: Pools,
): Promise<WriteReport & { memory: number }> {
  const path = join(stage.folder, 'ours.tif')
  const writer = startChild<WriteOrder, WriteReport>(stage, new URL('./pyramid.ts', import.meta.url))
  const pool = pools[what.pixels].file
  const { promise, resolve } = Promise.withResolvers<WriteReport>()
  const samples = await sampleMemory(
    writer.pid,
    async () => resolve(await writer.ask({ ...what, path, pool })),
    100,
  )
  await writer.end()
  await rm(path)
  return { ...(await promise), memory: Math.max(...samples.map((sample) => sample.bytes)) }
}

/** Round by round, the same pixels with the same settings: all tissue, as libvips doesn't leave out background. */
async function compare(stage: Stage, vips: Vips, pools: Pools): Promise<Figure[]> {
  const layout = layoutOf(8192, 'whole')
  const megapixels = (layout.across * tileSide) ** 2 / 1e6
  const picture = join(stage.folder, 'picture.ppm')
  await writePicture(picture, layout, pools.rgb.tiles)
  const compression = { kind: 'jpeg', quality: comparedQuality } as const
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    ours.push((await writeOnce(stage, { ...jpeg, compression, layout }, pools)).milliseconds)
    theirs.push(
      await vips.writePyramid(picture, join(stage.folder, 'vips.tif'), {
        quality: comparedQuality,
        tileSide,
      }),
    )
    stage.say(
      `Round ${round} of ${rounds}: Cresyl ${ours.at(-1)?.toFixed(0)}, libvips ${theirs.at(-1)?.toFixed(0)} ms of CPU`,
    )
  }
  const perSecond = (milliseconds: number[]) => megapixels / (Math.min(...milliseconds) / 1000)
  return [
    { name: 'JPEG 8k, all tissue, Cresyl', value: perSecond(ours), unit: 'MP/CPU-s' },
    { name: 'JPEG 8k, all tissue, libvips', value: perSecond(theirs), unit: 'MP/CPU-s' },
    { name: 'CPU, Cresyl / libvips', value: Math.min(...ours) / Math.min(...theirs), unit: '×' },
  ]
}

/** What libvips reads without having to decode it. */
async function writePicture(path: string, layout: TileLayout, pool: readonly PixelTile[]): Promise<void> {
  const side = layout.across * tileSide
  const file = await open(path, 'w')
  await file.write(`P6\n${side} ${side}\n255\n`)
  const rowBytes = tileSide * 3
  const strip = new Uint8Array(side * rowBytes)
  for (let y = 0; y < layout.across; y += 1) {
    for (let x = 0; x < layout.across; x += 1) {
      const { data } = pool[poolTileAt(layout, pool.length, x, y) ?? 0] as PixelTile
      for (let row = 0; row < tileSide; row += 1) {
        strip.set(data.subarray(row * rowBytes, (row + 1) * rowBytes), row * side * 3 + x * rowBytes)
      }
    }
    await file.write(strip)
  }
  await file.close()
}
