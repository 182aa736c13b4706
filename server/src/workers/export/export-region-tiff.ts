import {
  type ChannelDisplay,
  createPyramid,
  newPixels,
  type PixelTile,
  type Plane,
  type PyramidOptions,
  type PyramidWriter,
  renderRegion,
  type SlideImage,
  sampleRegion,
} from '@cresyl/slides'
import type { RegionOrder } from './export-region-order.ts'

type Progress = (done: number, total: number) => void

const tileSize = 256
/** Pixels along a block's side: several tiles of the source, so that few are decoded twice. */
const blockSide = 8 * tileSize

/** Streams a region into a pyramid: values and channels as they are where they can be kept, else as they are shown. */
export async function writeTiff(
  image: SlideImage,
  order: RegionOrder,
  displays: readonly ChannelDisplay[] | undefined,
  progress: Progress,
): Promise<'bigtiff' | 'ome-tiff'> {
  const options = await chooseOptions(image, order)
  const writer = await createPyramid(order.path, options)
  const read = keepsValues(image) ? readValues(image, order) : readShown(image, order, displays)
  const planes = options.container === 'ome-tiff' ? image.channels.length : 1
  try {
    await copyBlocks(writer, blocksOf(order, planes), read, progress)
    await writer.finish()
  } catch (error) {
    await writer.abort()
    throw error
  }
  return options.container
}

/** Transparency and types that no TIFF of ours holds are shown instead. */
function keepsValues({ pixelType, samples }: SlideImage): boolean {
  return samples === 1 ? pixelType === 'u8' || pixelType === 'u16' : samples === 3 && pixelType === 'u16'
}

async function chooseOptions(image: SlideImage, { request, width, height, comment }: RegionOrder) {
  const steps = stepsOf(image, request.mpp)
  const kept = keepsValues(image)
  const icc = request.icc && !kept ? null : await image.iccProfile()
  const { x, y } = request
  return {
    width,
    height,
    tileSize,
    pixelType: kept && image.pixelType === 'u16' ? 'u16' : 'u8',
    samples: kept && image.samples === 1 ? 1 : 3,
    ...(kept && image.samples === 1
      ? { container: 'ome-tiff', channels: image.channels, bitDepth: image.bitDepth }
      : { container: 'bigtiff' }),
    // What was stored without loss stays so.
    compression:
      !kept && isLossy(image) ? { kind: 'jpeg', quality: 90, subsampling: '4:4:4' } : { kind: 'deflate' },
    mpp: image.mpp && { x: image.mpp.x * steps.x, y: image.mpp.y * steps.y },
    objective: image.objective && image.objective / steps.x,
    icc: icc ?? undefined,
    provenance: {
      program: 'Cresyl',
      ...(comment !== null && { comment }),
      region: `${x},${y} ${request.width}x${request.height}`,
      ...(image.sizeZ > 1 && { z: String(request.z) }),
      ...(image.sizeT > 1 && { t: String(request.t) }),
    },
    overwrite: true,
  } satisfies PyramidOptions
}

const isLossy = ({ levels }: SlideImage) => /^(JPEG|WebP)/.test(levels[0]?.compression ?? '')

/** Pixels of full resolution to one of the output. */
function stepsOf({ mpp: own }: SlideImage, mpp: number | undefined): { x: number; y: number } {
  return mpp === undefined || own === undefined ? { x: 1, y: 1 } : { x: mpp / own.x, y: mpp / own.y }
}

/** In pixels of the output. */
interface Block {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly channel: number
}

function blocksOf({ width, height }: RegionOrder, planes: number): Block[] {
  const blocks: Block[] = []
  for (let channel = 0; channel < planes; channel += 1) {
    for (let top = 0; top < height; top += blockSide) {
      for (let left = 0; left < width; left += blockSide) {
        const size = { width: Math.min(blockSide, width - left), height: Math.min(blockSide, height - top) }
        blocks.push({ left, top, ...size, channel })
      }
    }
  }
  return blocks
}

type ReadBlock = (block: Block) => Promise<PixelTile>

/** The part of the request that a block is: its pixels lie where those of the whole would. */
function partOf(image: SlideImage, { request }: RegionOrder, block: Block) {
  const { x, y } = stepsOf(image, request.mpp)
  return {
    x: request.x + block.left * x,
    y: request.y + block.top * y,
    width: block.width * x,
    height: block.height * y,
    mpp: request.mpp,
  }
}

function readValues(image: SlideImage, order: RegionOrder): ReadBlock {
  const { z, t } = order.request
  return (block) => sampleRegion(image, { ...partOf(image, order, block), plane: { c: block.channel, z, t } })
}

function readShown(
  image: SlideImage,
  order: RegionOrder,
  channels: readonly ChannelDisplay[] | undefined,
): ReadBlock {
  const { z, t, icc } = order.request
  return (block) => renderRegion(image, { ...partOf(image, order, block), z, t, icc, channels })
}

/** The next block is read while the one before is written. */
async function copyBlocks(
  writer: PyramidWriter,
  blocks: readonly Block[],
  read: ReadBlock,
  progress: Progress,
): Promise<void> {
  let reading = blocks[0] && read(blocks[0])
  for (const [index, block] of blocks.entries()) {
    const pixels = await reading
    const next = blocks[index + 1]
    reading = next && read(next)
    // Its failure is told when it is awaited, or hidden by the one that ends this loop.
    reading?.catch(() => {})
    if (pixels) await writeTiles(writer, pixels, block)
    progress(index + 1, blocks.length)
  }
}

async function writeTiles(writer: PyramidWriter, pixels: PixelTile, block: Block): Promise<void> {
  const plane: Plane = { c: block.channel }
  for (let top = 0; top < block.height; top += tileSize) {
    for (let left = 0; left < block.width; left += tileSize) {
      const tile = cutTile(pixels, left, top)
      await writer.writeTile((block.left + left) / tileSize, (block.top + top) / tileSize, tile, plane)
    }
  }
}

function cutTile(pixels: PixelTile, left: number, top: number): PixelTile {
  const { samples, pixelType, data } = pixels
  const width = Math.min(tileSize, pixels.width - left)
  const height = Math.min(tileSize, pixels.height - top)
  const cut = newPixels(pixelType, width * height * samples)
  for (let row = 0; row < height; row += 1) {
    const from = ((top + row) * pixels.width + left) * samples
    cut.set(data.subarray(from, from + width * samples), row * width * samples)
  }
  return { width, height, samples, pixelType, data: cut }
}
