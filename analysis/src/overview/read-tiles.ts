import { type PixelTile, type Plane, type SharedTile, SlideError, type SlideImage } from '@cresyl/slides'

/** How many tiles are read at a time, and how many bytes of pixels they may have together. */
const tilesInFlight = 3
const bytesInFlight = 64 * 1024 * 1024
/** The same for those that are decoded together: more of them cost hardly less each. */
const tilesTogether = 16
const bytesTogether = 4 * 1024 * 1024

/** After this many ms of work without a pause others get their turn, timers that abort it among them. */
const longestTurn = 20

export interface TileAddress {
  readonly column: number
  readonly row: number
}

export interface ReadTile extends TileAddress {
  /** One for each plane asked for; null where one of them could not be decoded. */
  readonly planes: readonly SharedTile[] | null
  /** Why not. */
  readonly error?: SlideError
}

/**
 * Decoded tiles of a level in the order of their addresses, some being read ahead. One that can't be decoded comes
 * without pixels; bytes that can't be fetched end it, since they may be there later. What one has is void when the next
 * is asked for.
 */
export async function* readTiles(
  image: SlideImage,
  level: number,
  addresses: Iterable<TileAddress>,
  planes: readonly Plane[],
  signal?: AbortSignal,
): AsyncGenerator<ReadTile> {
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const waiting = addresses[Symbol.iterator]()
  const reading: Promise<ReadTile>[] = []
  const [together, atOnce] = countAtOnce(image, level, planes.length)
  const readAhead = () => {
    while (reading.length + together <= atOnce) {
      const next = [...take(waiting, together)]
      if (next.length === 0) return
      for (const tile of beginReading(image, level, next, planes, either)) {
        tile.catch(() => undefined)
        reading.push(tile)
      }
    }
  }
  try {
    let turn = performance.now()
    readAhead()
    for (let next = reading.shift(); next; next = reading.shift()) {
      if (performance.now() - turn > longestTurn) {
        await new Promise<void>((resolve) => setImmediate(resolve))
        turn = performance.now()
      }
      signal?.throwIfAborted()
      const tile = await next
      signal?.throwIfAborted()
      readAhead()
      yield tile
      for (const plane of tile.planes ?? []) plane.release?.()
    }
  } finally {
    stop.abort()
  }
}

/** How many tiles are begun together, and how many are read at most: what is decoded next waits for none of the last. */
function countAtOnce(image: SlideImage, level: number, planes: number): [number, number] {
  const { tileWidth, tileHeight } = image.levels[level] ?? { tileWidth: 1, tileHeight: 1 }
  const bytes = tileWidth * tileHeight * image.samples
  const fitting = Math.min(tilesTogether, Math.floor(bytesTogether / bytes))
  if (image.rawTiles && planes === 1 && fitting > 1) return [fitting, 2 * fitting]
  return [1, Math.max(1, Math.min(tilesInFlight, Math.floor(bytesInFlight / (bytes * 4 * planes))))]
}

function* take<Value>(values: Iterator<Value>, most: number): Generator<Value> {
  for (let count = 0; count < most; count += 1) {
    const next = values.next()
    if (next.done) return
    yield next.value
  }
}

function beginReading(
  image: SlideImage,
  level: number,
  addresses: readonly TileAddress[],
  planes: readonly Plane[],
  signal: AbortSignal,
): Promise<ReadTile>[] {
  const places = addresses.map(({ column, row }) => ({ x: column, y: row }))
  const [plane] = planes
  // Where it is one alone, nothing is gained.
  const together = places.length > 1 && planes.length === 1 && image.rawTiles?.(level, places, plane, signal)
  return addresses.map((address, index) =>
    readTile(image, level, address, planes, signal, together ? together[index] : undefined),
  )
}

async function readTile(
  image: SlideImage,
  level: number,
  { column, row }: TileAddress,
  planes: readonly Plane[],
  signal: AbortSignal,
  begun?: Promise<SharedTile>,
): Promise<ReadTile> {
  try {
    const tiles: SharedTile[] = []
    for (const plane of planes) {
      const tile = await (begun ?? image.rawTile(level, column, row, plane, signal))
      checkTile(image, level, column, row, tile)
      tiles.push(tile)
    }
    return { column, row, planes: tiles }
  } catch (error) {
    if (signal.aborted || !(error instanceof SlideError) || error.code === 'unreadable') throw error
    return { column, row, planes: null, error }
  }
}

function checkTile(image: SlideImage, index: number, column: number, row: number, tile: PixelTile): void {
  const { width = 0, height = 0, tileWidth = 0, tileHeight = 0 } = image.levels[index] ?? {}
  const wantedWidth = Math.min(tileWidth, width - column * tileWidth)
  const wantedHeight = Math.min(tileHeight, height - row * tileHeight)
  if (tile.width === wantedWidth && tile.height === wantedHeight && tile.samples === image.samples) return
  const found = `${tile.width} × ${tile.height} × ${tile.samples}`
  const wanted = `${wantedWidth} × ${wantedHeight} × ${image.samples}`
  throw new SlideError(
    'malformed',
    `level ${index} tile ${column},${row}`,
    `is ${found} instead of ${wanted}`,
  )
}
