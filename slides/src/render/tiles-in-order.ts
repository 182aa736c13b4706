import { SlideError } from '../errors.ts'
import type { PixelTile } from '../pixels.ts'
import type { Level, Plane, SlideImage } from '../slide.ts'

/** How many tiles are asked for at a time. */
const tilesInFlight = 4

/** After this many ms of work without a pause others get their turn, timers that abort it among them. */
const longestTurn = 20

const takeTurns = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Columns and rows of tiles, the ends not included. */
export interface TileRange {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface PlacedTile {
  /** Column and row of the tile. */
  readonly x: number
  readonly y: number
  readonly tile: PixelTile
}

export const levelOf = (image: SlideImage, level: number): Level => {
  const found = image.levels[level]
  if (found) return found
  throw new SlideError(
    'out_of_range',
    `level ${level}`,
    `does not exist; the image has ${image.levels.length}, counted from 0`,
  )
}

/** The tiles that hold the pixels from (left, top) up to, not including, (right, bottom) of a level. */
export function tilesHolding(
  level: Level,
  left: number,
  top: number,
  right: number,
  bottom: number,
): TileRange {
  return {
    left: Math.floor(left / level.tileWidth),
    top: Math.floor(top / level.tileHeight),
    right: Math.ceil(right / level.tileWidth),
    bottom: Math.ceil(bottom / level.tileHeight),
  }
}

export const countTiles = ({ left, top, right, bottom }: TileRange): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

function* addresses({ left, top, right, bottom }: TileRange) {
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) yield { x, y }
}

/**
 * Decoded tiles row by row, always in the same order so that sums come out the same, a few of them being read ahead.
 * Ends at once when the signal is aborted; reads that are no longer wanted are aborted.
 */
export async function* tilesInOrder(
  image: SlideImage,
  level: number,
  range: TileRange,
  plane: Plane | undefined,
  signal?: AbortSignal,
): AsyncGenerator<PlacedTile> {
  signal?.throwIfAborted()
  const { width, height, tileWidth, tileHeight } = levelOf(image, level)
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  let giveUp = () => {}
  signal?.addEventListener('abort', () => giveUp(), { once: true, signal: stop.signal })
  // Not Promise.race with one promise of the abort: that promise would keep every tile until the end.
  const orAborted = (pixels: Promise<PixelTile>) =>
    new Promise<PixelTile>((resolve, reject) => {
      signal?.throwIfAborted()
      giveUp = () => reject(signal?.reason)
      pixels.then(resolve, reject)
    })
  const waiting = addresses(range)
  const reading: { x: number; y: number; pixels: Promise<PixelTile> }[] = []
  const readAhead = () => {
    const next = waiting.next()
    if (next.done) return
    const { x, y } = next.value
    const pixels = image.rawTile(level, x, y, plane, either)
    pixels.catch(() => undefined)
    reading.push({ x, y, pixels })
  }
  try {
    let turn = performance.now()
    for (let n = 0; n < tilesInFlight; n++) readAhead()
    for (let next = reading.shift(); next; next = reading.shift()) {
      const { x, y, pixels } = next
      if (performance.now() - turn > longestTurn) {
        await takeTurns()
        turn = performance.now()
      }
      const tile = await orAborted(pixels)
      signal?.throwIfAborted()
      const wanted = [
        Math.min(tileWidth, width - x * tileWidth),
        Math.min(tileHeight, height - y * tileHeight),
      ]
      if (tile.width !== wanted[0] || tile.height !== wanted[1] || !isLike(tile, image)) {
        const found = `${tile.width} × ${tile.height}, ${tile.samples} × ${tile.pixelType}`
        const meant = `${wanted[0]} × ${wanted[1]}, ${image.samples} × ${image.pixelType}`
        throw new SlideError('malformed', `level ${level} tile ${x},${y}`, `is ${found} instead of ${meant}`)
      }
      readAhead()
      yield { x, y, tile }
    }
  } finally {
    stop.abort()
  }
}

const isLike = (tile: PixelTile, image: SlideImage) =>
  tile.pixelType === image.pixelType &&
  tile.samples === image.samples &&
  tile.data.length === tile.width * tile.height * tile.samples
