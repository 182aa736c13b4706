import { photometrics, tags } from '../../slides/src/tiff/tags.ts'
import { type DirectoryValue, writeDirectory } from '../../slides/src/write/directory.ts'
import { OutputFile } from '../../slides/src/write/output-file.ts'
import { tileSide } from './slide-tiles.ts'

/** How the tiles are stored. */
export interface TileKind {
  readonly compression: number
  readonly photometric: number
  readonly samples: number
  readonly bits: number
  readonly predictor?: 2 | undefined
}

export interface SlidePage {
  readonly width: number
  readonly height: number
  /** Where false it is stored in one strip: a page of one tile's size. */
  readonly tiled?: boolean
  readonly description?: string | undefined
  readonly subfileType?: number
  /** Which of the given tiles lies at an index, row by row; one after the other, again and again, where left out. */
  readonly tileAt?: (index: number) => number
}

/** Where a tile lies in the file. */
export interface TileExtent {
  readonly offset: number
  readonly length: number
}

/**
 * A BigTIFF of any size that takes no longer to write than its lists of tiles: all of them are there, as in the file
 * of a scanner, but the tiles they name are the given ones again and again. Resolves to where those lie.
 */
export async function writeSlideFile(
  path: string,
  pages: readonly SlidePage[],
  kind: TileKind,
  tiles: readonly Uint8Array[],
): Promise<TileExtent[]> {
  const file = await OutputFile.create(path, false)
  const extents: TileExtent[] = []
  for (const tile of tiles) extents.push({ offset: await file.append(tile), length: tile.length })
  let next = 0
  // From the last to the first, because each names the position of the next.
  for (const page of pages.toReversed())
    next = await writeDirectory(file, describePage(page, kind, extents), next)
  await file.commit(next)
  return extents
}

function describePage(
  { width, height, tiled = true, description, subfileType = 0, tileAt }: SlidePage,
  { compression, photometric, samples, bits, predictor }: TileKind,
  extents: readonly TileExtent[],
): Map<number, DirectoryValue> {
  const entries = new Map<number, DirectoryValue>([
    [tags.newSubfileType, long(subfileType)],
    [tags.imageWidth, long(width)],
    [tags.imageLength, long(height)],
    [tags.bitsPerSample, short(...Array.from({ length: samples }, () => bits))],
    [tags.compression, short(compression)],
    [tags.photometric, short(photometric)],
    [tags.samplesPerPixel, short(samples)],
    [tags.planarConfiguration, short(1)],
  ])
  if (description) entries.set(tags.imageDescription, { type: 'ascii', text: description })
  if (predictor) entries.set(tags.predictor, short(predictor))
  if (photometric === photometrics.ycbcr) entries.set(tags.ycbcrSubSampling, short(2, 2))

  const count = tiled ? Math.ceil(width / tileSide) * Math.ceil(height / tileSide) : 1
  const extentOf = (index: number) => extents[tileAt?.(index) ?? index % extents.length] as TileExtent
  const offsets: DirectoryValue = { type: 'long8', count, at: (index) => extentOf(index).offset }
  const lengths: DirectoryValue = { type: 'long', count, at: (index) => extentOf(index).length }
  if (tiled) {
    entries.set(tags.tileWidth, long(tileSide)).set(tags.tileLength, long(tileSide))
    return entries.set(tags.tileOffsets, offsets).set(tags.tileByteCounts, lengths)
  }
  entries.set(tags.rowsPerStrip, long(height))
  return entries.set(tags.stripOffsets, offsets).set(tags.stripByteCounts, lengths)
}

const short = (...values: number[]): DirectoryValue => ({ type: 'short', values })
const long = (value: number): DirectoryValue => ({ type: 'long', values: [value] })

/** What an Aperio scanner writes into the first page; OpenSlide and we know its files by it. */
export const aperioDescription = (width: number, height = width): string =>
  [
    `Aperio Image Library v11.2.1\r\n${width}x${height} [0,0 ${width}x${height}] (${tileSide}x${tileSide}) JPEG/RGB Q=70`,
    'AppMag = 20',
    'StripeWidth = 2040',
    'ScanScope ID = SS1302',
    'Filename = bench',
    'Date = 01/02/24',
    'Time = 09:59:15',
    'MPP = 0.4990',
    'Left = 25.691574',
    'Top = 23.449873',
    'LineCameraSkew = -0.000424',
    'Focus Offset = 0.000000',
    'OriginalWidth = 46920',
    'Originalheight = 33014',
    'ICC Profile = ScanScope v1',
  ].join('|')

/** Levels at 1/4, 1/16 and 1/64 and three other pictures, in the order of such a scanner. */
export function aperioPages(width: number, height = width): SlidePage[] {
  const [full, ...lower] = [1, 4, 16, 64].map((factor) => {
    const reduced = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
    const description =
      factor === 1
        ? aperioDescription(width, height)
        : `Aperio Image Library v11.2.1\r\n${width}x${height} -> ${reduced.width}x${reduced.height}`
    return { ...reduced, description }
  })
  const picture = { width: tileSide, height: tileSide, tiled: false }
  const named = (name: string) => `Aperio Image Library v11.2.1\r\n${name} ${tileSide}x${tileSide}`
  return [
    full as SlidePage,
    { ...picture, description: named('thumbnail') },
    ...lower,
    { ...picture, description: named('label'), subfileType: 1 },
    { ...picture, description: named('macro'), subfileType: 9 },
  ]
}
