import { SlideError } from '../errors.ts'
import { bytesPerSample, newPixels, type PixelTile, type PixelType } from '../pixels.ts'
import type { SlideImage } from '../slide.ts'
import { brightness, checkWindow, type DisplayWindow, valueRange } from './value-range.ts'

/** How one channel is shown. */
export interface ChannelDisplay {
  /** Index from 0. */
  readonly channel: number
  /** 0xRRGGBB, what its brightest value looks like; not used for RGB images. */
  readonly color: number
  /** Values of the file that are shown as black and as the full colour. */
  readonly window: DisplayWindow
  /** Exponent on the brightness between 0 and 1: below 1 lifts the dark values. 1 when left out. */
  readonly gamma?: number | undefined
  /** True when left out. */
  readonly visible?: boolean | undefined
}

export type Compositor = (tiles: readonly PixelTile[]) => PixelTile

interface Part {
  readonly type: PixelType
  readonly display: ChannelDisplay
  /** Brightness by the bits of a value; null where there are too many values. */
  readonly table: Float32Array | null
}

export const visibleDisplays = (displays: readonly ChannelDisplay[]): ChannelDisplay[] =>
  displays.filter((display) => display.visible !== false)

/**
 * Prepares the adding up of channels to RGB: the tables are made once for any number of tiles. The function it returns
 * takes one tile of one sample for each visible display, in their order. Colours add up and stop at 255.
 */
export function createCompositor(pixelType: PixelType, displays: readonly ChannelDisplay[]): Compositor {
  const parts = visibleDisplays(displays).map((display): Part => {
    checkWindow(display.window, display.gamma)
    return { type: pixelType, display, table: keptTable(pixelType, display.window, display.gamma) }
  })
  return (tiles) => composite(tiles, parts)
}

/** Adds up one tile for each visible display to RGB of 8 bits. */
export function compositeChannels(
  tiles: readonly PixelTile[],
  displays: readonly ChannelDisplay[],
): PixelTile {
  const type = tiles[0]?.pixelType ?? 'u8'
  return createCompositor(type, displays)(tiles)
}

/** Brightness 0–1 for each pattern of bits of 8- and 16-bit values, signed or not; null for larger ones. */
function brightnessTable(type: PixelType, window: DisplayWindow, gamma = 1): Float32Array | null {
  if (bytesPerSample(type) > 2) return null
  const size = type === 'u8' || type === 'i8' ? 256 : 65536
  const lowest = type === 'i8' || type === 'i16' ? -size / 2 : 0
  const [low, high] = window
  const ascending = new Float32Array(size)
  // Only the values inside the window need computing.
  const placeOf = (value: number) => Math.max(0, Math.min(size, Math.ceil(value) - lowest))
  const begin = placeOf(Math.min(low, high))
  const end = Math.min(size, placeOf(Math.max(low, high)) + 1)
  ascending.fill(brightness(Number.NEGATIVE_INFINITY, low, high, gamma), 0, begin)
  for (let at = begin; at < end; at++) ascending[at] = brightness(at + lowest, low, high, gamma)
  ascending.fill(brightness(Number.POSITIVE_INFINITY, low, high, gamma), end)
  if (lowest === 0) return ascending
  const table = new Float32Array(size)
  table.set(ascending.subarray(size / 2))
  table.set(ascending.subarray(0, size / 2), size / 2)
  return table
}

const keptTables = new WeakMap<DisplayWindow, Map<string, Float32Array | null>>()

/** Like `brightnessTable`, but made once for the very same window, as long as that is kept: a slide has many tiles. */
export function keptTable(type: PixelType, window: DisplayWindow, gamma = 1): Float32Array | null {
  const kept = keptTables.get(window) ?? new Map<string, Float32Array | null>()
  keptTables.set(window, kept)
  const key = `${type} ${gamma}`
  const table = kept.get(key) ?? brightnessTable(type, window, gamma)
  kept.set(key, table)
  return table
}

/** Pixels summed up at a time: their sums stay in the processor's nearest cache. */
const chunk = 2048

function composite(tiles: readonly PixelTile[], parts: readonly Part[]): PixelTile {
  const { width = 0, height = 0 } = tiles[0] ?? {}
  if (tiles.length !== parts.length || tiles.length === 0)
    throw new SlideError(
      'out_of_range',
      'display',
      `got ${tiles.length} tiles for ${parts.length} visible channels`,
    )
  tiles.forEach((tile, index) => {
    if (
      tile.samples === 1 &&
      tile.width === width &&
      tile.height === height &&
      tile.pixelType === parts[index]?.type
    )
      return
    const found = `${tile.width} × ${tile.height}, ${tile.samples} × ${tile.pixelType}`
    const meant = `${width} × ${height}, 1 × ${parts[index]?.type}`
    throw new SlideError('out_of_range', 'display', `got a tile of ${found} instead of ${meant}`)
  })
  const data = new Uint8Array(width * height * 3)
  const sums = new Float32Array(chunk * 3)
  for (let start = 0; start < width * height; start += chunk) {
    const count = Math.min(chunk, width * height - start)
    sums.fill(0)
    tiles.forEach((tile, index) => {
      const { display, table } = parts[index] as Part
      const red = (display.color >> 16) & 255
      const green = (display.color >> 8) & 255
      const blue = display.color & 255
      const pixels = tile.data
      if (!table) addDirectly(pixels, start, count, display, red, green, blue, sums)
      else addByTable(bitsOf(pixels), start, count, table, red, green, blue, sums)
    })
    const at = start * 3
    for (let i = 0; i < count * 3; i++) {
      data[at + i] = Math.min(255, (sums[i] as number) + 0.5)
    }
  }
  return { width, height, samples: 3, pixelType: 'u8', data }
}

/** Signed values seen as their bits: two kinds of array keep the loops fast. */
function bitsOf(data: PixelTile['data']): Uint8Array | Uint16Array {
  if (data instanceof Uint8Array || data instanceof Uint16Array) return data
  return data.BYTES_PER_ELEMENT === 1
    ? new Uint8Array(data.buffer, data.byteOffset, data.length)
    : new Uint16Array(data.buffer, data.byteOffset, data.length)
}

function addByTable(
  values: Uint8Array | Uint16Array,
  start: number,
  count: number,
  table: Float32Array,
  red: number,
  green: number,
  blue: number,
  sums: Float32Array,
): void {
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const part = table[values[start + i] as number] as number
    sums[at] = (sums[at] as number) + part * red
    sums[at + 1] = (sums[at + 1] as number) + part * green
    sums[at + 2] = (sums[at + 2] as number) + part * blue
  }
}

function addDirectly(
  values: PixelTile['data'],
  start: number,
  count: number,
  { window: [low, high], gamma = 1 }: ChannelDisplay,
  red: number,
  green: number,
  blue: number,
  sums: Float32Array,
): void {
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const part = brightness(values[start + i] as number, low, high, gamma)
    sums[at] = (sums[at] as number) + part * red
    sums[at + 1] = (sums[at + 1] as number) + part * green
    sums[at + 2] = (sums[at + 2] as number) + part * blue
  }
}

/** RGB of any type as RGB of 8 bits: the window, by the exponent `gamma`, to 0–255. */
export function displayRgb(tile: PixelTile, window: DisplayWindow, gamma = 1): PixelTile {
  checkWindow(window, gamma)
  const { width, height, samples } = tile
  const [low, high] = window
  if (tile.pixelType === 'u8' && low === 0 && high === 255 && gamma === 1) return tile
  const data = new Uint8Array(tile.data.length)
  const table = keptTable(tile.pixelType, window, gamma)
  if (table) {
    const values = bitsOf(tile.data)
    for (let i = 0; i < data.length; i++) data[i] = (table[values[i] as number] as number) * 255 + 0.5
  } else {
    const values = tile.data
    for (let i = 0; i < data.length; i++)
      data[i] = brightness(values[i] as number, low, high, gamma) * 255 + 0.5
  }
  return { width, height, samples, pixelType: 'u8', data }
}

/**
 * RGB with alpha of an image laid over white; RGB without alpha comes back as it is. Opaque is the same value as white:
 * the highest that the bits in use can hold.
 */
export function layOverWhite(
  tile: PixelTile,
  image: Pick<SlideImage, 'pixelType' | 'bitDepth' | 'premultipliedAlpha'>,
): PixelTile {
  if (tile.samples !== 4) return tile
  const { width, height, pixelType } = tile
  const [, white] = valueRange(image)
  const rounding = pixelType === 'f32' ? 0 : 0.5
  const source = tile.data
  const data = newPixels(pixelType, width * height * 3)
  for (let from = 0, to = 0; from < source.length; from += 4, to += 3) {
    const alpha = Math.max(0, Math.min(1, (source[from + 3] as number) / white))
    const weight = image.premultipliedAlpha ? 1 : alpha
    for (let sample = 0; sample < 3; sample++) {
      const value = (source[from + sample] as number) * weight + white * (1 - alpha)
      // Colours that are brighter than their alpha allows occur.
      data[to + sample] = rounding ? Math.min(white, Math.floor(value + rounding)) : value
    }
  }
  return { width, height, samples: 3, pixelType, data }
}
