import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { compressions as cziCompressions } from '../../slides/src/czi/compressions.ts'
import { type MadeBlock, makeCzi } from '../../slides/src/czi/test-support/make-czi.ts'
import { encodeJpeg, openSlide, readRegion, type SlideImage } from '../../slides/src/index.ts'
import type { PixelTile } from '../../slides/src/pixels.ts'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { makeQcTiles, writeQcSlide } from '../qc/slide.ts'
import { aperioDescription, type SlidePage, writeSlideFile } from '../support/slide-file.ts'
import { tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'

/** Pixels of the slide, all levels of which are whole tiles, and of the frames that a microscope joins. */
const side = 16_384
const tissue = 40
const blockSide = 1024

/** The same slide in a TIFF, tile by tile, and in a CZI, block by block. */
export interface Twins {
  readonly compression: 'Zstd' | 'JPEG'
  readonly tiff: string
  readonly czi: string
}

export async function writeTwins(stage: Stage): Promise<Twins[]> {
  const path = join(stage.folder, 'model.svs')
  await writeQcSlide(path, { width: side, height: side, tissue }, await makeQcTiles())
  const slide = await openSlide(path)
  const twins: Twins[] = []
  for (const compression of ['Zstd', 'JPEG'] as const) {
    const [tiff, czi] = ['tiff', 'czi'].map((type) => join(stage.folder, `${compression}.${type}`))
    if (tiff === undefined || czi === undefined) throw new Error('no name')
    await writeTiff(slide.images[0] as SlideImage, compression, tiff)
    await writeCzi(slide.images[0] as SlideImage, compression, czi)
    twins.push({ compression, tiff, czi })
  }
  await slide.close()
  await rm(path)
  return twins
}

type Compression = Twins['compression']

const encode = (compression: Compression, tile: PixelTile): Uint8Array | Promise<Uint8Array> =>
  compression === 'Zstd'
    ? zstdCompressSync(tile.data as Uint8Array)
    : encodeJpeg(tile, { quality: 80, subsampling: '4:2:0' })

async function writeTiff(image: SlideImage, compression: Compression, path: string): Promise<void> {
  const tiles: Uint8Array[] = []
  const pages: SlidePage[] = []
  for (const [level, { width, height }] of image.levels.entries()) {
    const first = tiles.length
    for await (const { pixels } of cut(image, level, tileSide)) tiles.push(await encode(compression, pixels))
    const description =
      level === 0
        ? aperioDescription(width, height).replace('MPP = 0.4990', 'MPP = 0.25')
        : `Aperio Image Library v11.2.1\r\n${side}x${side} -> ${width}x${height}`
    pages.push({ width, height, description, tileAt: (tile) => first + tile })
  }
  const [full, ...lower] = pages
  const thumbnail: SlidePage = {
    width: tileSide,
    height: tileSide,
    tiled: false,
    description: `Aperio Image Library v11.2.1\r\nthumbnail ${tileSide}x${tileSide}`,
  }
  const kind =
    compression === 'Zstd'
      ? { compression: compressions.zstd, photometric: photometrics.rgb, samples: 3, bits: 8 }
      : { compression: compressions.jpeg, photometric: photometrics.ycbcr, samples: 3, bits: 8 }
  await writeSlideFile(path, [full as SlidePage, thumbnail, ...lower], kind, tiles)
}

async function writeCzi(image: SlideImage, compression: Compression, path: string): Promise<void> {
  const blocks: MadeBlock[] = []
  for (const [level, { downsample }] of image.levels.entries()) {
    for await (const { x, y, pixels } of cut(image, level, blockSide)) {
      // Blue comes first.
      const stored = compression === 'Zstd' ? { ...pixels, data: swapped(pixels.data) } : pixels
      blocks.push({
        x: x * downsample,
        y: y * downsample,
        width: pixels.width * downsample,
        height: pixels.height * downsample,
        storedWidth: pixels.width,
        storedHeight: pixels.height,
        dimensions: { M: blocks.length },
        pixelType: 3,
        compression: compression === 'Zstd' ? cziCompressions.zstd : cziCompressions.jpeg,
        data: await encode(compression, stored),
      })
    }
  }
  const scale = ['X', 'Y'].map((axis) => `<Distance Id="${axis}"><Value>2.5E-07</Value></Distance>`).join('')
  const xml = `<ImageDocument><Metadata><Scaling><Items>${scale}</Items></Scaling></Metadata></ImageDocument>`
  await writeFile(path, makeCzi(blocks, { xml }).bytes)
}

async function* cut(image: SlideImage, level: number, size: number) {
  const { width, height } = image.levels[level] as SlideImage['levels'][number]
  for (let y = 0; y < height; y += size)
    for (let x = 0; x < width; x += size) {
      const box = { x, y, width: Math.min(size, width - x), height: Math.min(size, height - y) }
      yield { x, y, pixels: await readRegion(image, { level, ...box }) }
    }
}

function swapped(data: PixelTile['data']): Uint8Array {
  const result = Uint8Array.from(data)
  for (let at = 0; at < result.length; at += 3) {
    result[at] = data[at + 2] as number
    result[at + 2] = data[at] as number
  }
  return result
}
