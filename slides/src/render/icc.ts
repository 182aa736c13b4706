import { loadSharp } from '../codecs/sharp.ts'
import { SlideError } from '../errors.ts'
import { bytesOf, type PixelTile } from '../pixels.ts'
import { createMatrixTransform } from './icc-matrix.ts'
import { checkIccProfile } from './icc-profile.ts'

/** Turns RGB tiles of 8 bits into sRGB. */
export interface IccTransform {
  apply(tile: PixelTile): Promise<PixelTile>
  /** How far the fast way is off from the exact one on test colours, in levels of 255; null where it isn't used. */
  readonly error: { readonly mean: number; readonly max: number } | null
}

/** Largest error of the fast way that is taken. */
const tolerated = { mean: 1, max: 3 }

/**
 * Prepares the way from a profile's colours to sRGB, perceptually where the profile distinguishes, which is relative
 * colorimetric for the usual profiles of curves and a matrix. Those are computed here; profiles with tables go through
 * the colour library. (A cube of known colours to interpolate in was tried: it is far off where colours leave sRGB.)
 */
export async function openIccTransform(profile: Uint8Array): Promise<IccTransform> {
  const checked = checkIccProfile(profile)
  const colors = seededColors(4096)
  const exact = await transformDirectly(colors, checked.bytes)
  const isUntouched = difference(colors, exact).max === 0
  if (checked.matrix) {
    const transform = createMatrixTransform(checked.matrix)
    const error = difference(transform(colors), exact)
    const isClose = error.mean <= tolerated.mean && error.max <= tolerated.max
    if (isClose) return { error, apply: async (tile) => transform(checkTile(tile)) }
  }
  // The colour library says nothing and leaves pixels as they are when it rejects a profile.
  if (isUntouched)
    throw new SlideError('malformed', 'ICC profile', "can't be used: the colour library rejects it")
  return { error: null, apply: (tile) => transformDirectly(checkTile(tile), checked.bytes) }
}

/** Turns one RGB tile of 8 bits into sRGB; for many of one slide, use `openIccTransform`. */
export async function applyIcc(tile: PixelTile, profile: Uint8Array): Promise<PixelTile> {
  const transform = await openIccTransform(profile)
  return transform.apply(tile)
}

function checkTile(tile: PixelTile): PixelTile {
  if (tile.samples === 3 && tile.pixelType === 'u8') return tile
  const found = `${tile.samples} × ${tile.pixelType}`
  throw new SlideError('unsupported', 'ICC transform', `takes RGB of 8 bits, not ${found}`)
}

/** Colours all over the cube, always the same ones, greys among them. */
function seededColors(count: number): PixelTile {
  const data = new Uint8Array(count * 3)
  let state = 1
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    data[i] = state >>> 24
  }
  for (let grey = 0; grey < 256; grey++) data.fill(grey, grey * 3, grey * 3 + 3)
  return { width: count, height: 1, samples: 3, pixelType: 'u8', data }
}

function difference(a: PixelTile, b: PixelTile): { mean: number; max: number } {
  let sum = 0
  let max = 0
  for (let i = 0; i < a.data.length; i++) {
    const off = Math.abs((a.data[i] as number) - (b.data[i] as number))
    sum += off
    if (off > max) max = off
  }
  return { mean: sum / a.data.length, max }
}

/** By the colour library, which takes profiles from files only: the pixels go to it as a TIFF. */
async function transformDirectly(tile: PixelTile, profile: Uint8Array): Promise<PixelTile> {
  const { width, height } = tile
  const sharp = await loadSharp()
  const { data, info } = await sharp(tiffOf(tile, profile), {
    failOn: 'error',
    limitInputPixels: width * height,
  })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3 || data.length !== width * height * 3)
    throw new SlideError('malformed', 'ICC profile', `gives ${info.channels} samples instead of 3`)
  return {
    width,
    height,
    samples: 3,
    pixelType: 'u8',
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
  }
}

/** An uncompressed TIFF of one strip, little endian, with the profile in it. */
function tiffOf({ width, height, data }: PixelTile, profile: Uint8Array): Uint8Array {
  const [short, long, undefinedType] = [3, 4, 7]
  const bitsAt = 8 + 2 + 10 * 12 + 4
  const profileAt = bitsAt + 8
  const pixelsAt = profileAt + profile.length + (profile.length % 2)
  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 3, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, pixelsAt],
    [277, short, 1, 3],
    [278, long, 1, height],
    [279, long, 1, data.length],
    [34675, undefinedType, profile.length, profileAt],
  ] as const
  const bytes = new Uint8Array(pixelsAt + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, 8, true)
  view.setUint16(8, entries.length, true)
  entries.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, count, true)
    view.setUint32(at + 8, value, true)
  })
  for (let sample = 0; sample < 3; sample++) view.setUint16(bitsAt + sample * 2, 8, true)
  bytes.set(profile, profileAt)
  bytes.set(bytesOf(data), pixelsAt)
  return bytes
}
