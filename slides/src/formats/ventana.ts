import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { AssociatedImage, SlideImage } from '../slide.ts'
import { readText } from '../tiff/field-values.ts'
import { type MosaicArea, mosaicPage, mosaicSize } from '../tiff/mosaic-page.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile, TiffPage } from '../tiff/tiff.ts'
import { isSmallerVersion, sameKind } from './levels.ts'
import { checkDescriptions, openReadablePages, pageOpener, textForPeople } from './pages.ts'
import { type PyramidLevel, pyramidImage } from './pyramid.ts'
import { tiffFormat } from './tiff-format.ts'
import {
  isVentanaXml,
  parseEncodeInfo,
  parseLevelDescription,
  parseVentanaDescription,
} from './ventana-description.ts'

/** Pixels: a tile of smaller photographs would take long to put together, and scanners write none. */
const leastPiece = 4

interface LevelPage {
  readonly page: TiffPage
  readonly level: number
  readonly magnification: number
}

export const ventana = tiffFormat({
  name: 'ventana',
  title: 'Ventana BIF',
  detect: async ({ file: { directories } }, signal) =>
    isVentanaXml((await xmlOf(directories[0] as TiffDirectory, signal)) ?? ''),

  async open({ file }, signal) {
    checkDescriptions(file.directories)
    const description = parseVentanaDescription(
      (await xmlOf(file.directories[0] as TiffDirectory, signal)) ?? '',
    )
    const pages = await openReadablePages(file, pageOpener(file), signal)
    const levels: LevelPage[] = []
    const pictures: NamedPage[] = []
    for (const page of pages) {
      const name = (await textForPeople(page.directory, tags.imageDescription, signal)) ?? ''
      const level = parseLevelDescription(name)
      if (level && page.tiled) levels.push({ page, ...level })
      else pictures.push({ page, name })
    }
    const { mpp, objective, model, serial, software, properties } = description
    const scan = pyramidImage(await levelsOf(file, levels, signal), {
      mpp: mpp === undefined ? undefined : { x: mpp, y: mpp },
      objective,
    })
    return {
      images: [scan],
      associated: associatedImages(scan, pictures),
      metadata: { scanner: { manufacturer: 'Ventana', model, serial, software }, properties },
    }
  },
})

interface NamedPage {
  readonly page: TiffPage
  readonly name: string
}

/**
 * `Label Image` is a photograph of the whole slide with its label, and so may be a `Thumbnail` that has not the scan's
 * proportions. Other pages (`Probability_Image`) are none of the slide.
 */
function associatedImages(scan: SlideImage, pictures: readonly NamedPage[]): AssociatedImage[] {
  const found = new Map<AssociatedImage['kind'], AssociatedImage>()
  for (const { page, name } of pictures) {
    const isThumbnail = /^Thumbnail\b/i.test(name)
    if (!isThumbnail && !/^Label[ _]Image\b/i.test(name)) continue
    const kind = isThumbnail && isSmallerVersion(scan, page) ? 'thumbnail' : 'macro'
    if (!found.has(kind)) found.set(kind, { kind, image: pyramidImage([{ page }]) })
  }
  return [...found.values()]
}

/** Scanners put their XML where others have XMP. */
async function xmlOf(directory: TiffDirectory, signal?: AbortSignal): Promise<string | undefined> {
  if (directory.count(tags.xmp) > limits.xmlBytes) return undefined
  const bytes = await directory.bytes(tags.xmp, signal)
  return bytes && readText(bytes)
}

/** Every level is made of the same photographs, smaller, so that they overlap in each. */
async function levelsOf(
  file: TiffFile,
  pages: readonly LevelPage[],
  signal?: AbortSignal,
): Promise<PyramidLevel[]> {
  const [full, ...smaller] = [...pages].sort((a, b) => a.level - b.level)
  if (full?.level !== 0) {
    throw new SlideError(
      'malformed',
      'TIFF',
      'belongs to a Ventana slide without a page of full resolution (level=0)',
    )
  }
  const { directory } = full.page
  const tile = {
    width: (await directory.number(tags.tileWidth, signal)) ?? 0,
    height: (await directory.number(tags.tileLength, signal)) ?? 0,
  }
  const xml = await xmlOf(directory, signal)
  const areas = xml?.includes('<EncodeInfo') ? parseEncodeInfo(xml, tile) : undefined
  if (Math.min(tile.width, tile.height) < leastPiece) {
    throw new SlideError('malformed', directory.label, `has tiles of ${tile.width} × ${tile.height} pixels`)
  }
  const regular = !areas || areas.every(liesAsStored)
  const levels: PyramidLevel[] = []
  let last = 0
  for (const { page, magnification } of [full, ...smaller]) {
    const downsample = full.magnification / magnification
    const shows = downsample > last && Math.min(tile.width, tile.height) / downsample >= leastPiece
    if (!shows || !sameKind(full.page, page)) continue
    const scaled = (areas ?? [wholePage(full.page)]).map((area) => scaledArea(area, downsample))
    // A page that hasn't room for the level shows something else.
    if (page !== full.page && !hasRoom(page, scaled)) continue
    levels.push(regular ? cutPage(page, scaled) : { page: mosaicPage(file, page, scaled) })
    last = downsample
  }
  return levels
}

/** Where nothing is said of photographs: the page as it is stored. */
const wholePage = ({ width, height }: TiffPage): MosaicArea => ({
  across: 1,
  down: 1,
  pieceWidth: width,
  pieceHeight: height,
  stepX: width,
  stepY: height,
  pageX: 0,
  pageY: 0,
  x: 0,
  y: 0,
})

/** No overlaps, and nothing moved: the page is the picture but for what it has at the end. */
const liesAsStored = ({ pageX, pageY, x, y, pieceWidth, pieceHeight, stepX, stepY }: MosaicArea): boolean =>
  pageX === x && pageY === y && pieceWidth === stepX && pieceHeight === stepY

const hasRoom = ({ width, height }: TiffPage, areas: readonly MosaicArea[]): boolean =>
  areas.every(
    ({ pageX, pageY, across, down, pieceWidth, pieceHeight }) =>
      pageX + across * pieceWidth < width + 1 && pageY + down * pieceHeight < height + 1,
  )

function cutPage(page: TiffPage, areas: readonly MosaicArea[]): PyramidLevel {
  const { width, height } = mosaicSize(areas)
  return { page, size: { width: Math.min(width, page.width), height: Math.min(height, page.height) } }
}

const scaledArea = ({ across, down, ...lengths }: MosaicArea, downsample: number): MosaicArea => ({
  across,
  down,
  pieceWidth: lengths.pieceWidth / downsample,
  pieceHeight: lengths.pieceHeight / downsample,
  pageX: lengths.pageX / downsample,
  pageY: lengths.pageY / downsample,
  x: lengths.x / downsample,
  y: lengths.y / downsample,
  stepX: lengths.stepX / downsample,
  stepY: lengths.stepY / downsample,
})
