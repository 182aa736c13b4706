import { openSlide, renderThumbnail, type Slide, type SlideImage } from '../../slides/src/index.ts'
import { openFileSource } from '../../slides/src/source/file-source.ts'
import { countingSource } from '../../slides/src/tiff/test-support/open-bytes.ts'
import { takeOrders } from '../support/child.ts'
import { memoryInUse } from '../support/memory-in-use.ts'
import { processorOf } from '../support/processor.ts'

/** Of full resolution. */
export interface TilePosition {
  x: number
  y: number
}

export type OpenOrder =
  | { task: 'open'; path: string; times: number; tile: TilePosition | null }
  | { task: 'count'; path: string }
  | { task: 'keep'; path: string; slides: number; tile: TilePosition }
  | { task: 'thumbnail'; path: string }

export interface OpenReport {
  /** CPU of `open` and `thumbnail`. */
  milliseconds: number
  /** What `count` read, and how often. */
  bytes: number
  reads: number
  /** What `keep` has in memory for each slide: open, and after a tile of it was read. */
  keptOpen: number
  keptRead: number
}

takeOrders((order: OpenOrder): Promise<Partial<OpenReport>> => {
  switch (order.task) {
    case 'open':
      return openTimes(order.path, order.times, order.tile)
    case 'count':
      return countReads(order.path)
    case 'keep':
      return keepOpen(order.path, order.slides, order.tile)
    case 'thumbnail':
      return drawThumbnail(order.path)
  }
})

async function openTimes(path: string, times: number, tile: TilePosition | null) {
  const milliseconds = await processorOf(async () => {
    for (let n = 0; n < times; n += 1) {
      const slide = await openSlide(path)
      if (tile) await slide.images[0]?.rawTile(0, tile.x, tile.y)
      await slide.close()
    }
  })
  return { milliseconds }
}

async function countReads(path: string) {
  const source = countingSource(await openFileSource(path))
  const slide = await openSlide(source)
  const { bytes, reads } = source.counted
  await slide.close()
  await source.close()
  return { bytes, reads }
}

async function keepOpen(path: string, count: number, tile: TilePosition) {
  const before = memoryInUse()
  const slides: Slide[] = []
  for (let n = 0; n < count; n += 1) slides.push(await openSlide(path))
  const opened = memoryInUse()
  for (const slide of slides) await slide.images[0]?.rawTile(0, tile.x, tile.y)
  const read = memoryInUse()
  for (const slide of slides) await slide.close()
  return { keptOpen: (opened - before) / count, keptRead: (read - before) / count }
}

async function drawThumbnail(path: string) {
  const slide = await openSlide(path)
  const milliseconds = await processorOf(() => renderThumbnail(slide.images[0] as SlideImage, 512))
  await slide.close()
  return { milliseconds }
}
