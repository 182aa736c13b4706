import { compressions, decodeSubblock } from '../../slides/src/czi/compressions.ts'
import { pixelFormat } from '../../slides/src/czi/pixel-formats.ts'
import { memorySource, openFileSource, openSlide, type SlideImage } from '../../slides/src/index.ts'
import { takeOrders } from '../support/child.ts'
import { memoryInUse } from '../support/memory-in-use.ts'
import { processorOf } from '../support/processor.ts'

export type CziOrder =
  | { task: 'open'; path: string }
  /** Tiles of 512 pixels over Zstd blocks of 256, beside decoding these blocks alone. */
  | { task: 'compose'; path: string; block: string; tiles: number }
  /** The first tile of each block of 2048 pixels, and the one beside it. */
  | { task: 'second'; path: string; blocks: number }

export interface CziReport {
  /** CPU of opening. */
  milliseconds: number
  bytesKept: number
  composed: number
  decoded: number
  first: number
  second: number
}

takeOrders((order: CziOrder): Promise<Partial<CziReport>> => {
  switch (order.task) {
    case 'open':
      return open(order.path)
    case 'compose':
      return compose(order.path, order.block, order.tiles)
    case 'second':
      return readSecond(order.path, order.blocks)
  }
})

async function open(path: string) {
  const source = await openFileSource(path)
  const before = memoryInUse()
  let kept: unknown
  const milliseconds = await processorOf(async () => {
    kept = await openSlide(source)
  })
  const bytesKept = memoryInUse() - before
  if (!kept) throw new Error('was not opened')
  await source.close()
  return { milliseconds, bytesKept }
}

async function compose(path: string, block: string, tiles: number) {
  const image = await imageOf(path)
  const encoded = Buffer.from(block, 'base64')
  const format = pixelFormat(3, 'block')
  const stored = { compression: compressions.zstd, width: 256, height: 256, format }
  const composeTiles = async (from: number, to: number) => {
    for (let x = from; x < to; x += 1) await image.rawTile(0, x, 0)
  }
  const decodeBlocks = async (count: number) => {
    for (let tile = 0; tile < count; tile += 1) {
      await Promise.all(Array.from({ length: 4 }, () => decodeSubblock(stored, encoded)))
    }
  }
  // The first half of each only has the code compiled.
  const half = Math.floor(tiles / 2)
  await composeTiles(0, half)
  await decodeBlocks(half)
  const composed = await processorOf(() => composeTiles(half, tiles))
  const decoded = await processorOf(() => decodeBlocks(tiles - half))
  return { composed, decoded }
}

async function readSecond(path: string, blocks: number) {
  const image = await imageOf(path)
  let [first, second] = [0, 0]
  for (let block = 0; block < blocks; block += 1) {
    first += await processorOf(() => image.rawTile(0, 4 * block, 0))
    second += await processorOf(() => image.rawTile(0, 4 * block + 1, 0))
  }
  return { first, second }
}

/** From memory, so that reading the file counts for neither side. */
async function imageOf(path: string): Promise<SlideImage> {
  const file = await openFileSource(path)
  const bytes = await file.read(0, file.size)
  await file.close()
  const [image] = (await openSlide(memorySource(bytes))).images
  if (!image) throw new Error('has no image')
  return image
}
