import { SlideError } from '../errors.ts'
import type { AssociatedImage } from '../slide.ts'
import { jpegImage } from '../tiff/jpeg-image.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffPage } from '../tiff/tiff.ts'
import { kindByFirstWord } from './associated-kind.ts'
import { sameKind, sameSize } from './levels.ts'
import { isPadded } from './padded-levels.ts'
import { checkDescriptions, openReadablePages, pageOpener, textForPeople } from './pages.ts'
import {
  isPhilipsDescription,
  type PhilipsDescription,
  parsePhilipsDescription,
  philipsStructure,
} from './philips-description.ts'
import { type PyramidLevel, pyramidImage } from './pyramid.ts'
import { tiffFormat } from './tiff-format.ts'

export const philips = tiffFormat({
  name: 'philips',
  title: 'Philips TIFF',
  detect: ({ description }) => isPhilipsDescription(description),

  async open({ file, description: text }, signal) {
    checkDescriptions(file.directories)
    const description = parsePhilipsDescription(text)
    const pages = await openReadablePages(file, pageOpener(file), signal)
    const levels = levelsOf(
      pages.filter(({ tiled }) => tiled),
      description.downsamples,
    )
    const { manufacturer, model, serial, software, scannedAt, properties } = description
    return {
      images: [pyramidImage(levels, { mpp: description.mpp })],
      associated: await associatedImages(pages, description, signal),
      metadata: { scanner: { manufacturer, model, serial, software }, scannedAt, properties },
    }
  },
})

/**
 * Levels are tiled and come by size. Each is padded to whole tiles, so that its part of the picture follows from how
 * much smaller it is; one that is no such level is left out.
 */
function levelsOf(tiled: readonly TiffPage[], downsamples: readonly number[]): PyramidLevel[] {
  const [full, ...smaller] = tiled
  if (!full) throw new SlideError('malformed', 'IFD 0', 'belongs to a Philips TIFF without a tiled page')
  const said = downsamples.length === tiled.length ? downsamples : undefined
  const levels: PyramidLevel[] = [{ page: full }]
  let last = 1
  for (const [index, page] of smaller.entries()) {
    const downsample = said?.[index + 1] ?? 2 ** (index + 1)
    const size = { width: Math.ceil(full.width / downsample), height: Math.ceil(full.height / downsample) }
    const fits = downsample > last && (isPadded(page, size) || sameSize(page, size))
    if (!fits || !sameKind(full, page)) continue
    levels.push({ page, size })
    last = downsample
  }
  return levels
}

/** In pages of their own, or in the XML; what is in both is the same picture. */
async function associatedImages(
  pages: readonly TiffPage[],
  description: PhilipsDescription,
  signal?: AbortSignal,
): Promise<AssociatedImage[]> {
  const found = new Map<AssociatedImage['kind'], AssociatedImage>()
  for (const page of pages) {
    if (page.tiled) continue
    const kind = kindByFirstWord((await textForPeople(page.directory, tags.imageDescription, signal)) ?? '')
    if (kind && !found.has(kind)) found.set(kind, { kind, image: pyramidImage([{ page }]) })
  }
  for (const kind of ['label', 'macro'] as const) {
    const data = description[kind]
    const image =
      data === undefined || found.has(kind) ? undefined : pictureOf(data, `${philipsStructure} ${kind}`)
    if (image) found.set(kind, { kind, image })
  }
  return [...found.values()]
}

/** A picture that is damaged leaves the scan as good as it is. */
function pictureOf(base64: string, structure: string) {
  try {
    return jpegImage(Buffer.from(base64, 'base64'), structure)
  } catch (error) {
    if (error instanceof SlideError) return undefined
    throw error
  }
}
