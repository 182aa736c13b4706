import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { newPixels, type PixelData, type PixelTile } from '../pixels.ts'
import { takeSample } from './rearrange.ts'
import type { TiffFile, TiffPage } from './tiff.ts'

/**
 * A grid of equal pieces of a page that belong elsewhere in the picture than they are stored: photographs that overlap.
 * All lengths are pixels of the page, and may have fractions.
 */
export interface MosaicArea {
  readonly across: number
  readonly down: number
  readonly pieceWidth: number
  readonly pieceHeight: number
  /** Where the first piece lies in the page; the others lie side by side. */
  readonly pageX: number
  readonly pageY: number
  /** Where the first piece belongs, and how far the next one is from it. */
  readonly x: number
  readonly y: number
  readonly stepX: number
  readonly stepY: number
}

const tileSide = 512

interface Rectangle {
  readonly left: number
  readonly top: number
  /** Exclusive. */
  readonly right: number
  readonly bottom: number
}

/** The right and lower end of a picture. */
export function mosaicSize(areas: readonly MosaicArea[]): { width: number; height: number } {
  const right = areas.map(({ x, across, stepX, pieceWidth }) => x + (across - 1) * stepX + pieceWidth)
  const bottom = areas.map(({ y, down, stepY, pieceHeight }) => y + (down - 1) * stepY + pieceHeight)
  // Sums of fractions may be a trifle too large.
  return { width: Math.ceil(Math.max(...right) - 1e-6), height: Math.ceil(Math.max(...bottom) - 1e-6) }
}

/**
 * The picture that the pieces of a page make up. Where they overlap, the right one and the upper one lie on top; what
 * none of them covers is white, as tiles are that the file leaves out.
 */
export function mosaicPage(
  file: TiffFile,
  page: TiffPage,
  areas: readonly MosaicArea[],
  { width, height } = mosaicSize(areas),
): TiffPage {
  const { label } = page.directory
  if (!(width >= 1 && height >= 1 && width <= limits.imageSide && height <= limits.imageSide)) {
    const reason = `makes up a picture of ${width} × ${height} pixels; 1 to ${limits.imageSide} a side are allowed`
    throw new SlideError(width >= 1 && height >= 1 ? 'too_large' : 'malformed', label, reason)
  }
  const across = Math.ceil(width / tileSide)
  const down = Math.ceil(height / tileSide)
  const white = page.color && page.pixelType === 'u8' ? 255 : 0

  function checkTile(x: number, y: number): void {
    const inside = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < across && y < down
    if (!inside) {
      throw new SlideError('out_of_range', label, `has no tile ${x},${y}: it has ${across} × ${down} tiles`)
    }
  }

  /** Tiles of the page are needed for several of the picture. */
  const storedTile = (x: number, y: number, signal: AbortSignal | undefined): Promise<PixelTile> =>
    file.decodedBlocks.get(
      `mosaic ${page.directory.offset} ${x} ${y}`,
      (shared) => page.rawTile(x, y, { signal: shared }),
      signal,
    )

  /** Copies what a piece has of the tile. */
  async function paint(
    piece: Piece,
    tile: Rectangle,
    target: PixelData,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const [dx, dy] = [piece.pageLeft - piece.left, piece.pageTop - piece.top]
    const left = Math.max(tile.left, piece.left) + dx
    const top = Math.max(tile.top, piece.top) + dy
    const right = Math.min(tile.right + dx, piece.right + dx, page.width)
    const bottom = Math.min(tile.bottom + dy, piece.bottom + dy, page.height)
    const { tileWidth, tileHeight, samples } = page
    for (let row = Math.floor(top / tileHeight); row * tileHeight < bottom; row++) {
      for (let column = Math.floor(left / tileWidth); column * tileWidth < right; column++) {
        const stored = await storedTile(column, row, signal)
        const from = Math.max(left, column * tileWidth)
        const to = Math.min(right, column * tileWidth + stored.width)
        const lowest = Math.min(bottom, row * tileHeight + stored.height)
        for (let y = Math.max(top, row * tileHeight); y < lowest && from < to; y++) {
          const start = ((y - row * tileHeight) * stored.width + from - column * tileWidth) * samples
          const end = start + (to - from) * samples
          const place = ((y - dy - tile.top) * (tile.right - tile.left) + from - dx - tile.left) * samples
          target.set(stored.data.subarray(start, end), place)
        }
      }
    }
  }

  async function rawTile(x: number, y: number, sample?: number, signal?: AbortSignal): Promise<PixelTile> {
    signal?.throwIfAborted()
    checkTile(x, y)
    const [left, top] = [x * tileSide, y * tileSide]
    const tile = {
      left,
      top,
      right: Math.min(left + tileSide, width),
      bottom: Math.min(top + tileSide, height),
    }
    const [tileWidth, tileHeight] = [tile.right - left, tile.bottom - top]
    const data = newPixels(page.pixelType, tileWidth * tileHeight * page.samples).fill(white)
    for (const area of areas) for (const piece of piecesIn(area, tile)) await paint(piece, tile, data, signal)
    const { samples, pixelType } = page
    const whole = { width: tileWidth, height: tileHeight, samples, pixelType, data }
    return sample === undefined ? whole : takeSample(whole, sample)
  }

  return {
    ...page,
    width,
    height,
    tileWidth: tileSide,
    tileHeight: tileSide,
    stored: page.stored ?? { width: page.tileWidth, height: page.tileHeight },
    async encodedTile(x, y, signal) {
      signal?.throwIfAborted()
      checkTile(x, y)
      return null
    },
    encodedTileNow(x, y) {
      checkTile(x, y)
      return null
    },
    rawTile: (x, y, { sample, signal } = {}) => rawTile(x, y, sample, signal),
    rawTiles: (places, signal) => places.map(({ x, y }) => rawTile(x, y, undefined, signal)),
  }
}

/** In whole pixels: where it belongs in the picture, and where it lies in the page. */
interface Piece extends Rectangle {
  readonly pageLeft: number
  readonly pageTop: number
}

/** Those that a tile shows, the ones on top last. */
function* piecesIn(area: MosaicArea, tile: Rectangle): Generator<Piece> {
  const { across, down, pieceWidth, pieceHeight, x, y, stepX, stepY } = area
  const columns = indicesIn(tile.left - x, tile.right - x, stepX, pieceWidth, across)
  const rows = indicesIn(tile.top - y, tile.bottom - y, stepY, pieceHeight, down)
  for (let row = rows.last; row >= rows.first; row--) {
    for (let column = columns.first; column <= columns.last; column++) {
      const horizontal = spanOf(column, x, stepX, area.pageX, pieceWidth)
      const vertical = spanOf(row, y, stepY, area.pageY, pieceHeight)
      yield {
        left: horizontal.start,
        right: horizontal.end,
        pageLeft: horizontal.page,
        top: vertical.start,
        bottom: vertical.end,
        pageTop: vertical.page,
      }
    }
  }
}

/** One more on either side than is needed: pieces are moved to whole pixels. */
function indicesIn(from: number, to: number, step: number, length: number, count: number) {
  return {
    first: Math.max(0, Math.floor((from - length) / step)),
    last: Math.min(count - 1, Math.ceil(to / step)),
  }
}

/** A piece goes on to the next one where rounding would leave a gap between them. */
function spanOf(index: number, start: number, step: number, page: number, length: number) {
  const first = Math.round(start + index * step)
  const next = Math.round(start + (index + 1) * step)
  const pageFirst = Math.round(page + index * length)
  const stored = Math.round(page + (index + 1) * length) - pageFirst
  const gap = next - first - stored
  return { start: first, end: first + stored + (gap === 1 ? 1 : 0), page: pageFirst }
}
