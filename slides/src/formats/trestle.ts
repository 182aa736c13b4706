import { SlideError } from '../errors.ts'
import { mosaicPage } from '../tiff/mosaic-page.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile, TiffPage } from '../tiff/tiff.ts'
import { quoted } from '../xml/quoted.ts'
import { areaOf, sameKind } from './levels.ts'
import { openReadablePages, pageOpener, textForPeople } from './pages.ts'
import { type PyramidLevel, pyramidImage } from './pyramid.ts'
import { tiffFormat } from './tiff-format.ts'
import { parseTrestleDescription, type TrestleDescription } from './trestle-description.ts'

export const trestleSoftware = 'MedScan'

export const trestle = tiffFormat({
  name: 'trestle',
  title: 'Trestle TIFF',
  detect: ({ file, description, software }) =>
    software.startsWith(trestleSoftware) &&
    description !== '' &&
    file.directories.every((directory) => directory.has(tags.tileWidth)),

  async open({ file, description: text, software }, signal) {
    const description = parseTrestleDescription(text)
    const pages = await openReadablePages(file, pageOpener(file), signal)
    const first = file.directories[0] as TiffDirectory
    const levels = await levelsOf(file, pages, description, signal)
    return {
      images: [pyramidImage(levels, { mpp: await mppOf(first, signal), objective: description.objective })],
      // Label and macro are in files beside this one.
      associated: [],
      metadata: {
        scanner: {
          manufacturer: (await textForPeople(first, tags.make, signal)) ?? 'Trestle',
          model: await textForPeople(first, tags.model, signal),
          software: software.trim(),
        },
        properties: description.properties,
      },
    }
  },
})

/** Pages come by size, their overlaps in the same order. */
async function levelsOf(
  file: TiffFile,
  pages: readonly TiffPage[],
  { overlaps, properties }: TrestleDescription,
  signal?: AbortSignal,
): Promise<PyramidLevel[]> {
  const levels: PyramidLevel[] = []
  const said = quoted(properties.OverlapsXY ?? '')
  for (const page of pages) {
    const full = levels[0]?.page ?? page
    if (!sameKind(full, page)) continue
    const overlap = overlaps[file.directories.indexOf(page.directory)] ?? { x: 0, y: 0 }
    levels.push({ page: await withoutOverlap(file, page, overlap, said, signal) })
  }
  const sorted = levels.toSorted((a, b) => areaOf(b.page) - areaOf(a.page))
  const sizes = new Set<string>()
  return sorted.filter(({ page: { width, height } }) => {
    const size = `${width} × ${height}`
    const isNew = !sizes.has(size)
    sizes.add(size)
    return isNew
  })
}

async function withoutOverlap(
  file: TiffFile,
  page: TiffPage,
  { x, y }: { readonly x: number; readonly y: number },
  said: string,
  signal?: AbortSignal,
): Promise<TiffPage> {
  if (x === 0 && y === 0) return page
  const { directory, width, height } = page
  const tileWidth = (await directory.number(tags.tileWidth, signal)) ?? 0
  const tileHeight = (await directory.number(tags.tileLength, signal)) ?? 0
  const isOverlap = (overlap: number, side: number) =>
    Number.isInteger(overlap) && overlap >= 0 && overlap <= side / 2
  if (!isOverlap(x, tileWidth) || !isOverlap(y, tileHeight)) {
    const reason = `has tiles of ${tileWidth} × ${tileHeight} pixels, which can't overlap by what OverlapsXY says, ${said}`
    throw new SlideError('malformed', directory.label, reason)
  }
  const across = Math.ceil(width / tileWidth)
  const down = Math.ceil(height / tileHeight)
  const size = { width: width - (across - 1) * x, height: height - (down - 1) * y }
  const area = {
    across,
    down,
    pieceWidth: tileWidth,
    pieceHeight: tileHeight,
    pageX: 0,
    pageY: 0,
    x: 0,
    y: 0,
    stepX: tileWidth - x,
    stepY: tileHeight - y,
  }
  return mosaicPage(file, page, [area], size)
}

/** These scanners write µm per pixel where TIFF has pixels per unit. */
async function mppOf(
  directory: TiffDirectory,
  signal?: AbortSignal,
): Promise<{ x: number; y: number } | undefined> {
  const x = await directory.number(tags.xResolution, signal)
  const y = await directory.number(tags.yResolution, signal)
  if (x === undefined || y === undefined) return undefined
  return [x, y].every((mpp) => Number.isFinite(mpp) && mpp > 0) ? { x, y } : undefined
}
