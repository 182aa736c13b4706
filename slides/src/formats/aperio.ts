import { SlideError } from '../errors.ts'
import type { AssociatedImage } from '../slide.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffPage } from '../tiff/tiff.ts'
import { type AperioDescription, parseAperioDescription } from './aperio-description.ts'
import { areaOf, arrangeLevels, groupAlike } from './levels.ts'
import { checkDescriptions, openReadablePages, pageOpener } from './pages.ts'
import { type PyramidLevel, pyramidImage } from './pyramid.ts'
import { tiffFormat } from './tiff-format.ts'

interface AperioPage {
  readonly page: TiffPage
  readonly description: AperioDescription
  /** What it shows when it is no level. */
  readonly kind?: AssociatedImage['kind'] | undefined
}

export const aperio = tiffFormat({
  name: 'aperio',
  title: 'Aperio SVS',
  detect: ({ file, description }) =>
    description.startsWith('Aperio') && file.directories[0]?.has(tags.tileWidth) === true,

  async open({ file, description: text }, signal) {
    checkDescriptions(file.directories)
    const opened = await openReadablePages(file, pageOpener(file), signal)
    const [first, second] = file.directories
    const description = parseAperioDescription(text)
    const pages: AperioPage[] = []
    for (const page of opened) {
      const known = page.directory === first ? { page, description } : undefined
      pages.push(known ?? (await describePage(page, page.directory === second, signal)))
    }
    const focusPlanes = focusPlanesByLevel(pages.filter(({ page, kind }) => page.tiled && !kind))
    const image = pyramidImage(focusPlanes.map(levelOfFocusPlanes), {
      mpp: description.mpp ? { x: description.mpp, y: description.mpp } : undefined,
      objective: description.objective,
      sizeZ: focusPlanes[0]?.length ?? 1,
      stepZ: stepBetween(focusPlanes[0] ?? []),
    })
    return {
      images: [image],
      associated: associatedImages(pages),
      metadata: {
        scanner: {
          manufacturer: 'Aperio',
          model: description.scannerModel,
          serial: description.scannerId,
          software: description.software,
        },
        scannedAt: description.scannedAt,
        properties: description.properties,
      },
    }
  },
})

/** Levels are tiled; of the others the second page is the thumbnail, and the rest say what they are. */
async function describePage(page: TiffPage, second: boolean, signal?: AbortSignal): Promise<AperioPage> {
  const description = parseAperioDescription((await page.directory.text(tags.imageDescription, signal)) ?? '')
  if (description.kind) return { page, description, kind: description.kind }
  if (page.tiled) return { page, description }
  const subfile = await page.directory.number(tags.newSubfileType, signal)
  const kind = second ? 'thumbnail' : subfile === 1 ? 'label' : subfile === 9 ? 'macro' : undefined
  return { page, description, kind }
}

function associatedImages(pages: readonly AperioPage[]): AssociatedImage[] {
  const found = new Map<AssociatedImage['kind'], AssociatedImage>()
  for (const { page, kind } of pages) {
    if (kind && !found.has(kind)) found.set(kind, { kind, image: pyramidImage([{ page }]) })
  }
  return [...found.values()]
}

/** The pages of each level, one for each focus plane: several where pages of one size say how far they are apart. */
function focusPlanesByLevel(pages: readonly AperioPage[]): AperioPage[][] {
  const [full] = [...pages].sort((a, b) => areaOf(b.page) - areaOf(a.page))
  if (!full) throw new SlideError('malformed', 'IFD 0', 'belongs to an Aperio file without a tiled page')
  const levels = arrangeLevels(full, pages)
  const groups = new Map(groupAlike(pages).flatMap((group) => group.map((page) => [page, group])))
  const stacks = levels.map((level) => {
    const placed = (groups.get(level) ?? []).filter(({ description }) => description.offsetZ !== undefined)
    return placed.sort((a, b) => (a.description.offsetZ ?? 0) - (b.description.offsetZ ?? 0))
  })
  const planes = stacks[0]?.length ?? 0
  const complete = planes > 1 && stacks.every(({ length }) => length === planes)
  return complete ? stacks : levels.map((level) => [level])
}

function stepBetween([first, second]: readonly AperioPage[]): number | undefined {
  const step = (second?.description.offsetZ ?? Number.NaN) - (first?.description.offsetZ ?? Number.NaN)
  return step > 0 ? step : undefined
}

const levelOfFocusPlanes = (planes: readonly AperioPage[]): PyramidLevel => ({
  page: (planes[0] as AperioPage).page,
  pageOf: async (_c, z) => (planes[z] as AperioPage).page,
})
