import { jpegSize, prependPrefix } from '../codecs/jpeg-stream.ts'
import { errorAt } from '../errors.ts'
import type { EncodedTile } from '../slide.ts'
import type { BlockReader } from './block-reader.ts'
import { jpegColors, type StoredBlock, wholeJpeg } from './decode-block.ts'
import type { TiffLayout } from './layout.ts'
import { photometrics } from './tags.ts'

/** Whether the stored tiles are JPEGs that a browser shows as they are. */
export function passesThrough({ codec, tiled, orientation, format }: TiffLayout): boolean {
  if (codec !== 'jpeg' || !tiled || orientation !== 1 || format.apart || format.colors) return false
  if (format.storedSamples === 1) return format.photometric === photometrics.blackIsZero
  return format.storedSamples === 3 && format.color
}

/** A whole JPEG, not decoded; null where the file leaves the tile out or its frame isn't what a browser shows. */
export async function readEncodedTile(
  blocks: BlockReader,
  layout: TiffLayout,
  x: number,
  y: number,
  signal: AbortSignal | undefined,
): Promise<EncodedTile | null> {
  const prefix = await blocks.jpegPrefix(signal)
  const stored = await blocks.readStored(x, y, 0, signal, roomFor(prefix))
  return stored && asWholeJpeg(blocks, layout, x, y, prefix, stored)
}

/** The same at once; undefined where something would have to be waited for. */
export function readEncodedTileNow(
  blocks: BlockReader,
  layout: TiffLayout,
  x: number,
  y: number,
): EncodedTile | null | undefined {
  const prefix = blocks.knownPrefix
  if (prefix === undefined) return undefined
  const stored = blocks.readStoredNow(x, y, roomFor(prefix))
  return stored && asWholeJpeg(blocks, layout, x, y, prefix, stored)
}

const roomFor = (prefix: Uint8Array | null) => (prefix ? prefix.length - 2 : 0)

function asWholeJpeg(
  blocks: BlockReader,
  layout: TiffLayout,
  x: number,
  y: number,
  prefix: Uint8Array | null,
  stored: StoredBlock,
): EncodedTile | null {
  const { roomAndBytes } = stored
  try {
    const quick = prefix && roomAndBytes && prependPrefix(roomAndBytes, prefix, jpegColors(layout))
    const bytes = quick ?? wholeJpeg(layout, stored)
    const { width, height, components, precision, lossless } = jpegSize(bytes)
    const fits =
      width === stored.width && height === stored.height && components === layout.format.storedSamples
    return fits && precision === 8 && !lossless ? { mime: 'image/jpeg', bytes } : null
  } catch (error) {
    throw errorAt(blocks.labelOf(x, y), error)
  }
}
