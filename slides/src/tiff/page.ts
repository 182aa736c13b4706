import { SlideError } from '../errors.ts'
import { BlockReader } from './block-reader.ts'
import { readLayout, type TiffLayout } from './layout.ts'
import { passesThrough, readEncodedTile, readEncodedTileNow } from './pass-through.ts'
import { canReadTogether, readTogether } from './read-together.ts'
import { needsRegrid, Regrid } from './regrid.ts'
import { compressionName, tags } from './tags.ts'
import type { PageOptions, TiffDirectory, TiffFile, TiffPage } from './tiff.ts'

/** The image of a directory; its tags are read and checked, none of its pixels. */
export async function openPage(
  file: TiffFile,
  directory: TiffDirectory,
  signal?: AbortSignal,
  options: PageOptions = {},
): Promise<TiffPage> {
  const layout = await readLayout(directory, signal, options)
  if (layout.warning) file.warnings.add(layout.warning)
  const blocks = new BlockReader(file, layout)
  await blocks.prepare(signal)
  const regrid = needsRegrid(layout) ? new Regrid(file, layout, blocks) : undefined
  const { format } = layout
  const { width, height } = regrid ?? layout
  const tileWidth = regrid?.tileWidth ?? layout.blockWidth
  const tileHeight = regrid?.tileHeight ?? layout.blockHeight
  const across = Math.ceil(width / tileWidth)
  const down = Math.ceil(height / tileHeight)
  const encoded = !regrid && passesThrough(layout)

  const hasTile = (x: number, y: number) =>
    Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < across && y < down

  function checkTile(x: number, y: number): void {
    if (hasTile(x, y)) return
    throw new SlideError(
      'out_of_range',
      directory.label,
      `has no tile ${x},${y}: it has ${across} × ${down} tiles`,
    )
  }

  async function rawTile(x: number, y: number, sample: number | undefined, tileSignal?: AbortSignal) {
    tileSignal?.throwIfAborted()
    checkTile(x, y)
    checkSample(layout, sample)
    return regrid ? regrid.readTile(x, y, sample, tileSignal) : blocks.read(x, y, sample, tileSignal)
  }

  return {
    directory,
    width,
    height,
    tileWidth,
    tileHeight,
    tiled: layout.tiled,
    ...(regrid && { stored: { width: layout.blockWidth, height: layout.blockHeight } }),
    pixelType: format.pixelType,
    bitDepth: format.bitDepth,
    samples: format.samples,
    color: format.color,
    alpha: format.alpha,
    convertedFrom: format.convertedFrom,
    premultiplied: format.premultiplied,
    compression: compressionName(layout.compression),
    iccProfile: async (profileSignal) =>
      format.colors?.name ? undefined : directory.bytes(tags.iccProfile, profileSignal),
    async encodedTile(x, y, tileSignal) {
      tileSignal?.throwIfAborted()
      checkTile(x, y)
      return encoded ? readEncodedTile(blocks, layout, x, y, tileSignal) : null
    },
    encodedTileNow(x, y) {
      checkTile(x, y)
      return encoded ? readEncodedTileNow(blocks, layout, x, y) : null
    },
    rawTile: (x, y, { sample, signal: tileSignal } = {}) => rawTile(x, y, sample, tileSignal),
    rawTiles: (places, tileSignal) =>
      !regrid && canReadTogether(layout) && places.every(({ x, y }) => hasTile(x, y))
        ? readTogether(file, layout, blocks, places, tileSignal)
        : places.map(({ x, y }) => rawTile(x, y, undefined, tileSignal)),
  }
}

function checkSample({ directory, format }: TiffLayout, sample: number | undefined): void {
  if (sample === undefined || (Number.isInteger(sample) && sample >= 0 && sample < format.samples)) return
  throw new SlideError('out_of_range', directory.label, `has no sample ${sample}: it has ${format.samples}`)
}
