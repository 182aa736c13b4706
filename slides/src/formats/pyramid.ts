import { SlideError } from '../errors.ts'
import { bytesPerSample, type PixelTile } from '../pixels.ts'
import {
  type Channel,
  colorBands,
  type EncodedTile,
  type Level,
  type Plane,
  type SlideImage,
  type TilePlace,
} from '../slide.ts'
import { cutTile, takeFirstSamples } from '../tiff/rearrange.ts'
import type { TiffPage } from '../tiff/tiff.ts'
import { downsampleOf, type Size, sameKind, sameSize } from './levels.ts'

/** The pages of one resolution. */
export interface PyramidLevel {
  /** The page of the first plane; the others look the same. */
  readonly page: TiffPage
  /** The page of any plane, where there are several; `c` counts pages, not the samples in them. */
  pageOf?(c: number, z: number, t: number, signal?: AbortSignal): Promise<TiffPage>
  /** Where the page is padded: the part of it that is picture. */
  readonly size?: Size | undefined
}

export type PyramidDescription = Partial<
  Pick<SlideImage, 'name' | 'mpp' | 'objective' | 'stepZ' | 'stepT' | 'sizeZ' | 'sizeT'>
> & {
  /** Bits that are said to be used of each sample; overlooked where it can't be. */
  readonly bitDepth?: number | undefined
  /** As many as there are; see `channelsInPage`. One without a name where left out. */
  readonly channels?: readonly Channel[]
  /** Overrules the page's own word for whether its samples are the colours of one channel. */
  readonly color?: boolean
}

/**
 * How the samples of a page are given: together as the colours of one channel, or each as a channel of its own. Colours
 * with more beside them than alpha are channels too, `described` here: nothing that is stored disappears.
 */
export function channelsInPage(
  page: TiffPage,
  color = page.color,
): { samples: 1 | 3 | 4; channels: number[]; described?: readonly Channel[] } {
  const all = Array.from({ length: page.samples }, (_, sample) => sample)
  if (color && page.samples >= 3) {
    const samples = page.alpha === 3 ? 4 : 3
    if (page.samples === samples) return { samples, channels: [0] }
    return { samples: 1, channels: all, described: all.map((sample) => bandChannel(sample, page.alpha)) }
  }
  const channels = all.filter((sample) => sample !== page.alpha)
  return { samples: 1, channels: channels.length > 0 ? channels : all }
}

const bandChannel = (sample: number, alpha: number | undefined): Channel =>
  colorBands[sample] ?? { name: sample === alpha ? 'Alpha' : `Band ${sample + 1}` }

/** Puts pages together to an image. The levels come sorted, full resolution first. */
export function pyramidImage(
  parts: readonly PyramidLevel[],
  description: PyramidDescription = {},
): SlideImage {
  const [full] = parts
  if (!full) throw new TypeError('an image needs at least one level')
  const { page } = full
  const { samples, channels: channelSamples, described } = channelsInPage(page, description.color)
  const leavesOutAlpha =
    samples === 1 && page.alpha !== undefined && !channelSamples.includes(page.alpha) && !page.color
  const channels = description.channels ?? described ?? channelSamples.map(() => ({}))
  const { sizeZ = 1, sizeT = 1 } = description
  const fullSize = full.size ?? page
  const levels = parts.map((part): Level => {
    const { width, height } = part.size ?? part.page
    const { tileWidth, tileHeight, compression, stored } = part.page
    const downsample = downsampleOf(fullSize, { width, height })
    return { width, height, tileWidth, tileHeight, downsample, compression, ...(stored && { stored }) }
  })

  function checkPlane({ c = 0, z = 0, t = 0 }: Plane): Required<Plane> {
    checkIndex(c, channels.length, 'channel')
    checkIndex(z, sizeZ, 'focus plane')
    checkIndex(t, sizeT, 'time point')
    return { c, z, t }
  }

  /** Checks what is asked for before anything is read. */
  function check(level: number, x: number, y: number, plane: Plane) {
    checkIndex(level, levels.length, 'level')
    const size = levels[level] as Level
    checkTile(level, size, x, y)
    return { size, part: parts[level] as PyramidLevel, ...checkPlane(plane) }
  }

  /** Which sample of the page is the channel; undefined where all of them are. */
  function sampleOf(c: number, { samples: inPage }: TiffPage): number | undefined {
    return samples === 1 && inPage > 1 ? channelSamples[c % channelSamples.length] : undefined
  }

  async function locate(level: number, x: number, y: number, plane: Plane, signal: AbortSignal | undefined) {
    signal?.throwIfAborted()
    const { size, part, c, z, t } = check(level, x, y, plane)
    const { page: first, pageOf } = part
    const inPages = Math.floor(c / channelSamples.length)
    const located = pageOf && !isFirst(inPages, z, t) ? await pageOf(inPages, z, t, signal) : first
    if (located !== first) checkAlike(first, located)
    return { size, page: located, sample: sampleOf(c, located) }
  }

  const isFirst = (inPages: number, z: number, t: number) => inPages + z + t === 0

  const isWhole = (located: TiffPage, sample: number | undefined) =>
    sample === undefined && located.samples === samples

  /** A page may be padded, and may have samples that the image doesn't give. */
  function finish(tile: PixelTile, size: Level, x: number, y: number): PixelTile {
    const width = Math.min(size.tileWidth, size.width - x * size.tileWidth)
    const height = Math.min(size.tileHeight, size.height - y * size.tileHeight)
    return takeFirstSamples(cutTile(tile, width, height), samples)
  }

  async function rawTile(level: number, x: number, y: number, plane: Plane, signal?: AbortSignal) {
    const { page, sample, size } = await locate(level, x, y, plane, signal)
    return finish(
      await page.rawTile(x, y, sample === undefined ? { signal } : { sample, signal }),
      size,
      x,
      y,
    )
  }

  return {
    name: description.name,
    width: fullSize.width,
    height: fullSize.height,
    mpp: description.mpp,
    objective: description.objective,
    pixelType: page.pixelType,
    bitDepth: bitDepthOf(page, description.bitDepth),
    convertedFrom: page.convertedFrom ?? (leavesOutAlpha ? 'grey with alpha, which is left out' : undefined),
    samples,
    ...(samples === 4 && page.premultiplied && { premultipliedAlpha: true }),
    channels,
    sizeZ,
    sizeT,
    stepZ: description.stepZ,
    stepT: description.stepT,
    levels,
    async iccProfile(signal) {
      signal?.throwIfAborted()
      const profile = await page.iccProfile(signal)
      // Of its own: what a directory gives may be what it keeps.
      return profile && profile.length > 0 ? new Uint8Array(profile) : null
    },
    async encodedTile(level, x, y, plane = {}, signal): Promise<EncodedTile | null> {
      const { page, sample } = await locate(level, x, y, plane, signal)
      return isWhole(page, sample) ? page.encodedTile(x, y, signal) : null
    },
    encodedTileNow(level, x, y, plane = {}) {
      const { part, c, z, t } = check(level, x, y, plane)
      if (part.pageOf && !isFirst(Math.floor(c / channelSamples.length), z, t)) return undefined
      return isWhole(part.page, sampleOf(c, part.page)) ? part.page.encodedTileNow(x, y) : null
    },
    rawTile: (level, x, y, plane = {}, signal) => rawTile(level, x, y, plane, signal),
    rawTiles(level, places, plane = {}, signal) {
      const { c = 0, z = 0, t = 0 } = plane
      const [part, size] = [parts[level], levels[level]]
      if (!part || !size || !isFirst(c, z, t) || !isWhole(part.page, sampleOf(c, part.page)))
        return places.map(({ x, y }) => rawTile(level, x, y, plane, signal))
      return part.page.rawTiles(places, signal).map(async (tile, index) => {
        const { x, y } = places[index] as TilePlace
        const stored = await tile
        const finished = finish(stored, size, x, y)
        if (finished !== stored) stored.release?.()
        return finished
      })
    },
  }
}

function bitDepthOf({ pixelType, bitDepth }: TiffPage, said: number | undefined): number {
  if (said === undefined || !Number.isInteger(said) || pixelType === 'f32') return bitDepth
  return said >= 1 && said <= bytesPerSample(pixelType) * 8 ? said : bitDepth
}

function checkIndex(index: number, count: number, what: string): void {
  if (Number.isInteger(index) && index >= 0 && index < count) return
  const there = count === 1 ? `there is only ${what} 0` : `there are ${what}s 0 to ${count - 1}`
  throw new SlideError('out_of_range', `${what} ${index}`, `does not exist; ${there}`)
}

function checkTile(
  level: number,
  { width, height, tileWidth, tileHeight }: Level,
  x: number,
  y: number,
): void {
  const columns = Math.ceil(width / tileWidth)
  const rows = Math.ceil(height / tileHeight)
  const inside = (index: number, count: number) => Number.isInteger(index) && index >= 0 && index < count
  if (inside(x, columns) && inside(y, rows)) return
  const reason = `does not exist; level ${level} has ${columns} × ${rows} tiles, counted from 0`
  throw new SlideError('out_of_range', `tile ${x},${y}`, reason)
}

/** A caller counts tiles by the first plane. */
function checkAlike(first: TiffPage, page: TiffPage): void {
  const sameTiles = first.tileWidth === page.tileWidth && first.tileHeight === page.tileHeight
  if (sameTiles && sameSize(first, page) && sameKind(first, page)) return
  const describe = ({ width, height, tileWidth, tileHeight, samples, pixelType }: TiffPage) =>
    `${width} × ${height} pixels of ${samples} × ${pixelType} in tiles of ${tileWidth} × ${tileHeight}`
  const reason = `has ${describe(page)}, another plane of the same image ${describe(first)}`
  throw new SlideError('malformed', page.directory.label, reason)
}
