import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import { turnOf } from '../tiff/orientation.ts'
import { openPage } from '../tiff/page.ts'
import { photometrics, tags } from '../tiff/tags.ts'
import type { PageOptions, TiffDirectory, TiffFile, TiffPage } from '../tiff/tiff.ts'
import { areaOf, type Size } from './levels.ts'

export type PageOfDirectory = (directory: TiffDirectory, signal?: AbortSignal) => Promise<TiffPage>

/** Opens each page once and keeps it. */
export function pageOpener(file: TiffFile, options: PageOptions = {}): PageOfDirectory {
  const pages = new Map<TiffDirectory, TiffPage>()
  return async (directory, signal) => {
    // Only what has succeeded is kept: a page shared while it opens would fail for all when one of them aborts.
    const page = pages.get(directory) ?? (await open(directory, signal))
    pages.set(directory, page)
    return page
  }

  async function open(directory: TiffDirectory, signal?: AbortSignal): Promise<TiffPage> {
    const sampleFormat = await inheritedSampleFormat(file.directories[0], directory, signal)
    return openPage(file, directory, signal, { ...options, sampleFormat })
  }
}

/** libvips says only of full resolution what kind its samples are; smaller versions hold the same kind. */
async function inheritedSampleFormat(
  full: TiffDirectory | undefined,
  directory: TiffDirectory,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (!full || directory === full || directory.has(tags.sampleFormat)) return undefined
  const reduced = ((await directory.number(tags.newSubfileType, signal)) ?? 0) & 1
  const bits = await directory.number(tags.bitsPerSample, signal)
  if (!reduced || bits !== (await full.number(tags.bitsPerSample, signal))) return undefined
  return full.number(tags.sampleFormat, signal)
}

/** In NewSubfileType. */
const maskBit = 4

/** A transparency mask is no image: it is flagged, or its photometric interpretation says so, or both. */
export async function isMask(directory: TiffDirectory, signal?: AbortSignal): Promise<boolean> {
  const flags = (await directory.number(tags.newSubfileType, signal)) ?? 0
  return (flags & maskBit) !== 0 || (await hasMaskSamples(directory, signal))
}

const hasMaskSamples = async (directory: TiffDirectory, signal?: AbortSignal): Promise<boolean> =>
  (await directory.number(tags.photometric, signal)) === photometrics.mask

/**
 * The pages of the main chain but for transparency masks; those that are only flagged so are pages where nothing else
 * is there. One that can't be read is left out, so that a preview in an odd format doesn't make a file unreadable;
 * unless it is the largest, because a preview must not pass for the image.
 */
export async function openReadablePages(
  { directories, warnings }: TiffFile,
  open: PageOfDirectory,
  signal?: AbortSignal,
): Promise<TiffPage[]> {
  checkTotal(directories, tags.colorMap, mostColors, 'numbers in palettes')
  const pages: TiffPage[] = []
  const flagged: TiffDirectory[] = []
  const refused: { error: unknown; area: number }[] = []
  for (const directory of directories) {
    try {
      if (!(await isMask(directory, signal))) pages.push(await open(directory, signal))
      else if (!(await hasMaskSamples(directory, signal))) flagged.push(directory)
    } catch (error) {
      rethrowUnlessOptional(error)
      const { width, height } = await declaredSize(directory, signal)
      if (pages.length > 0 && Math.max(width, height) > limits.imageSide) {
        warnings.add(
          new SlideError('malformed', directory.label, absurdSize(width, height), { cause: error }),
        )
      } else refused.push({ error, area: width * height })
    }
  }
  const largest = pages.reduce((most, page) => Math.max(most, areaOf(page)), 0)
  const [worst] = refused.sort((a, b) => b.area - a.area)
  if (worst && worst.area >= largest) throw worst.error
  for (const directory of pages.length === 0 ? flagged : []) pages.push(await open(directory, signal))
  if (pages.length > 0) return pages
  throw new SlideError('unsupported', 'TIFF', 'holds nothing but a transparency mask, which is no image')
}

/** All pages may have a palette of 8 bits, some of them one of 16. */
const mostColors = 16_000_000

/** Descriptions are read, parsed and kept for each page, even where all of them share one. */
export const checkDescriptions = (directories: readonly TiffDirectory[]): void =>
  checkTotal(directories, tags.imageDescription, limits.xmlBytes, 'bytes of descriptions')

function checkTotal(directories: readonly TiffDirectory[], tag: number, most: number, what: string): void {
  const total = directories.reduce((sum, directory) => sum + countIn(directory, tag), 0)
  if (total <= most) return
  const reason = `has ${total} ${what} in ${directories.length} directories, more than the ${most} allowed`
  throw new SlideError('too_large', 'TIFF', reason)
}

/** A page whose entry is wrong is refused when it is opened, not here. */
function countIn(directory: TiffDirectory, tag: number): number {
  try {
    return directory.count(tag)
  } catch (error) {
    if (error instanceof SlideError) return 0
    throw error
  }
}

/** Lets errors pass that concern one page and leave the rest readable; not those of a file that is cut off. */
export function rethrowUnlessOptional(error: unknown): void {
  const optional = ['unsupported', 'malformed', 'too_large']
  if (!(error instanceof SlideError && optional.includes(error.code))) throw error
}

/** Longer ones are no names, dates or machines. */
const longestText = 65_536

/** A tag that only people read: where it is broken or endless, it is as good as absent. */
export async function textForPeople(
  directory: TiffDirectory,
  tag: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  try {
    if (directory.count(tag) > longestText) return undefined
    return (await directory.text(tag, signal))?.trim() || undefined
  } catch (error) {
    if (error instanceof SlideError && error.code !== 'unreadable') return undefined
    throw error
  }
}

async function declaredSize(directory: TiffDirectory, signal?: AbortSignal): Promise<Size> {
  const width = await directory.number(tags.imageWidth, signal)
  const height = await directory.number(tags.imageLength, signal)
  return { width: width ?? 0, height: height ?? 0 }
}

/** No microscope makes such an image: what says so behind one that can be read is broken. */
const absurdSize = (width: number, height: number) =>
  `says that it has ${width} × ${height} pixels, which cannot be, and is left out`

/** µm per pixel by the resolution tags; undefined where they are missing or without a unit. */
export async function mppOfResolution(
  directory: TiffDirectory,
  signal?: AbortSignal,
): Promise<{ x: number; y: number } | undefined> {
  const unit = { 2: 25_400, 3: 10_000 }[(await directory.number(tags.resolutionUnit, signal)) ?? 2]
  const x = (unit ?? Number.NaN) / ((await directory.number(tags.xResolution, signal)) ?? 0)
  const y = (unit ?? Number.NaN) / ((await directory.number(tags.yResolution, signal)) ?? 0)
  if (![x, y].every((mpp) => Number.isFinite(mpp) && mpp > 0)) return undefined
  // The tags speak of rows and columns as stored; pages are given upright.
  return turnOf((await directory.number(tags.orientation, signal)) ?? 1).transposed
    ? { x: y, y: x }
    : { x, y }
}

/** What a microscope can have; 72, 300 or 1200 dots per inch are no measure of a slide. */
const leastMpp = 0.02
const mostMpp = 20

/** µm per pixel by the resolution tags of a page that needn't come from a microscope. */
export async function plausibleMpp(
  directory: TiffDirectory,
  signal?: AbortSignal,
): Promise<{ x: number; y: number } | undefined> {
  const mpp = await mppOfResolution(directory, signal)
  return mpp && Object.values(mpp).every((side) => side >= leastMpp && side <= mostMpp) ? mpp : undefined
}
