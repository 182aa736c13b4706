import type { PixelTile } from '../pixels.ts'
import type { SlideImage } from '../slide.ts'
import { createCompositor, displayRgb, layOverWhite, visibleDisplays } from './composite.ts'
import { changesNothing, chooseDisplays, chooseIcc, type DisplayOptions } from './display-image.ts'
import { type EncodedImage, type EncodeOptions, encodeImage } from './encode-image.ts'
import { checkPlane } from './region-plan.ts'
import { levelOf } from './tiles-in-order.ts'

export interface TileOptions extends DisplayOptions, EncodeOptions {
  /** Whether a JPEG tile that nothing changes may be handed on as stored, padded at the edges; yes when left out. */
  readonly passThrough?: boolean | undefined
}

/** Channels that are read at a time. */
const channelsAtOnce = 4

/** A tile of a level as a picture for browsers: as it is stored where that is possible, else decoded and encoded. */
export async function renderTile(
  image: SlideImage,
  level: number,
  x: number,
  y: number,
  options: TileOptions,
  signal?: AbortSignal,
): Promise<EncodedImage> {
  signal?.throwIfAborted()
  levelOf(image, level)
  const { z = 0, t = 0, format, passThrough = true } = options
  checkPlane(image, { z, t })
  if (passThrough && format === 'jpeg' && mayPassThrough(image, options)) {
    const changesColors = await chooseIcc(image, options, signal)
    const stored = changesColors ? null : await image.encodedTile(level, x, y, { c: 0, z, t }, signal)
    if (stored) return stored
  }
  const pixels = await renderTilePixels(image, level, x, y, options, signal)
  signal?.throwIfAborted()
  return encodeImage(pixels, options)
}

/** Values of fewer bits are spread over 8 to be shown. */
const isBytes = ({ pixelType, bitDepth }: SlideImage) => pixelType === 'u8' && bitDepth === 8

function mayPassThrough(image: SlideImage, { channels }: TileOptions): boolean {
  const [only] = image.channels
  const isPlain = image.samples === 3 || only?.color === undefined || only.color === 0xffffff
  if (!channels) return isPlain && image.channels.length === 1 && isBytes(image) && image.samples !== 4
  return changesNothing(image, channels)
}

/** A tile of a level as it is shown, RGB of 8 bits, cut to the level's size. */
export async function renderTilePixels(
  image: SlideImage,
  level: number,
  x: number,
  y: number,
  options: DisplayOptions,
  signal?: AbortSignal,
): Promise<PixelTile> {
  const { z = 0, t = 0 } = options
  checkPlane(image, { z, t })
  const displays = await chooseDisplays(image, options, signal)
  const visible = visibleDisplays(displays)
  if (image.samples >= 3) {
    const icc = await chooseIcc(image, options, signal)
    const tile = layOverWhite(await image.rawTile(level, x, y, { c: 0, z, t }, signal), image)
    const [display] = visible
    if (!display) return { ...tile, pixelType: 'u8', data: new Uint8Array(tile.data.length).fill(255) }
    const shown = displayRgb(tile, display.window, display.gamma)
    return icc ? icc.apply(shown) : shown
  }
  if (visible.length === 0) {
    const { width, height } = await image.rawTile(level, x, y, { c: 0, z, t }, signal)
    return { width, height, samples: 3, pixelType: 'u8', data: new Uint8Array(width * height * 3) }
  }
  const tiles: PixelTile[] = []
  for (let from = 0; from < visible.length; from += channelsAtOnce) {
    const some = visible.slice(from, from + channelsAtOnce)
    tiles.push(
      ...(await Promise.all(
        some.map(({ channel }) => image.rawTile(level, x, y, { c: channel, z, t }, signal)),
      )),
    )
    signal?.throwIfAborted()
  }
  return createCompositor(image.pixelType, visible)(tiles)
}
