import type { AssociatedImage, SlideImage, SlideMetadata } from '../slide.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffPage } from '../tiff/tiff.ts'
import { kindByDescription } from './associated-kind.ts'
import { type CresylDescription, parseCresylDescription } from './cresyl-description.ts'
import { parseImageJDescription } from './imagej-description.ts'
import { openImageJStack } from './imagej-stack.ts'
import {
  areaOf,
  arrangeImages,
  arrangeLevels,
  groupAlike,
  isSmallerVersion,
  type PageGroup,
} from './levels.ts'
import { paddedLevels } from './padded-levels.ts'
import {
  mppOfResolution,
  openReadablePages,
  type PageOfDirectory,
  pageOpener,
  plausibleMpp,
  textForPeople,
} from './pages.ts'
import { channelsInPage, type PyramidDescription, type PyramidLevel, pyramidImage } from './pyramid.ts'
import { subLevels } from './sub-levels.ts'
import { tiffFormat } from './tiff-format.ts'

/** What is read of a description to find out what a page shows, and kept of one for people. */
const kindBytes = 4096
const describedCharacters = 65_536

/** NewSubfileType: a smaller version of another page; with Aperio, the macro. */
const reducedBit = 1
const macroBit = 8

/** Pages of one size: planes, which nothing says the meaning of, given as time points. */
interface Stack extends PageGroup, PyramidLevel {
  readonly directories: readonly TiffDirectory[]
}

export const genericTiff = tiffFormat({
  name: 'generic-tiff',
  title: 'tiled or striped TIFF',
  detect: () => true,

  async open({ file, description }, signal) {
    const first = file.directories[0] as TiffDirectory
    const written = parseCresylDescription(description)
    const metadata = await metadataOf(first, description, written, signal)
    const imageJ = parseImageJDescription(description)
    if (imageJ && (imageJ.images > 1 || file.directories.length === 1)) {
      return { images: [await openImageJStack(file, imageJ, signal)], associated: [], metadata }
    }
    const open = pageOpener(file)
    const pages = await openReadablePages(file, open, signal)
    const { named, others } = await sortOut(pages, signal)
    const describe = ({ page }: PyramidLevel): Promise<PyramidDescription> =>
      describeImage(page, page.directory === first ? written : undefined, signal)
    return { ...(await arrange(others, named, describe, open, signal)), metadata }
  },
})

/**
 * Some scanners say in a page's description that it is no part of the image. The largest page is part of it whatever
 * its description begins with.
 */
async function sortOut(pages: readonly TiffPage[], signal?: AbortSignal) {
  const named: AssociatedImage[] = []
  const others: TiffPage[] = []
  const largest = pages.reduce((most, page) => Math.max(most, areaOf(page)), 0)
  for (const page of pages) {
    const kind = areaOf(page) < largest ? await kindOf(page, signal) : undefined
    const first = kind && !named.some((there) => there.kind === kind)
    if (first) named.push({ kind, image: pyramidImage([{ page }]) })
    else others.push(page)
  }
  return { named, others }
}

async function kindOf({ directory }: TiffPage, signal?: AbortSignal) {
  if (directory.count(tags.imageDescription) > kindBytes) return undefined
  return kindByDescription((await textForPeople(directory, tags.imageDescription, signal)) ?? '')
}

const subfileType = async ({ directory }: TiffPage, signal?: AbortSignal): Promise<number> =>
  (await directory.number(tags.newSubfileType, signal)) ?? 0

async function arrange(
  pages: readonly TiffPage[],
  named: readonly AssociatedImage[],
  describe: (full: PyramidLevel) => Promise<PyramidDescription>,
  open: PageOfDirectory,
  signal?: AbortSignal,
): Promise<{ images: SlideImage[]; associated: AssociatedImage[] }> {
  const padded = paddedLevels(pages)
  const taken = new Set(padded?.map(({ page }) => page))
  const left = pages.filter((page) => !taken.has(page))
  const arranged = arrangeImages(groupAlike(left.map((page) => ({ page }))).map(stackOf))
  const images = padded?.[0] ? [pyramidImage(padded, await describe(padded[0]))] : []
  const associated = [...named]
  const main = padded?.[0]?.page ?? arranged[0]?.[0]?.page
  for (const levels of arranged) {
    const full = levels[0] as Stack
    const beside = images.length > 0 && full.planes === 1 && main
    const kind = beside ? await kindBeside(main, full.page, signal) : undefined
    if (kind && !associated.some((there) => there.kind === kind)) {
      associated.push({ kind, image: pyramidImage(levels) })
    } else {
      images.push(
        pyramidImage(await levelsOf(levels, open, signal), {
          ...(await describe(full)),
          sizeT: full.planes,
        }),
      )
    }
  }
  return { images, associated }
}

function stackOf(parts: readonly { readonly page: TiffPage }[]): Stack {
  const pages = parts.map(({ page }) => page)
  return {
    page: pages[0] as TiffPage,
    planes: pages.length,
    directories: pages.map(({ directory }) => directory),
    pageOf: async (_c, _z, t) => pages[t] as TiffPage,
  }
}

/**
 * The same picture, smaller but stored in another way, is a thumbnail. A page that is only flagged as smaller may show
 * the label, and so a patient's name: it must not pass for a thumbnail. The flags are those that Aperio gives.
 */
async function kindBeside(
  main: TiffPage,
  page: TiffPage,
  signal?: AbortSignal,
): Promise<AssociatedImage['kind'] | undefined> {
  if (isSmallerVersion(main, page)) return 'thumbnail'
  const type = await subfileType(page, signal)
  if (!(type & reducedBit)) return undefined
  return type & macroBit ? 'macro' : 'label'
}

/** Those in pages of their own, and those in the sub-directories of the full resolution. */
async function levelsOf(
  levels: readonly Stack[],
  open: PageOfDirectory,
  signal?: AbortSignal,
): Promise<PyramidLevel[]> {
  const full = levels[0] as Stack
  const below = await subLevels(full.page, (_c, _z, t) => full.directories[t] as TiffDirectory, open, signal)
  return arrangeLevels<PyramidLevel>(full, [...levels.slice(1), ...below])
}

/** What was written by us is taken at its word; of other files, only a scale that a microscope can have. */
async function describeImage(
  page: TiffPage,
  written: CresylDescription | undefined,
  signal?: AbortSignal,
): Promise<PyramidDescription> {
  if (!written) return { mpp: await plausibleMpp(page.directory, signal) }
  const { objective, bitDepth, channel = {} } = written
  const channels = channelsInPage(page).channels.length === 1 ? { channels: [channel] } : {}
  return { mpp: await mppOfResolution(page.directory, signal), objective, bitDepth, ...channels }
}

async function metadataOf(
  directory: TiffDirectory,
  description: string,
  written: CresylDescription | undefined,
  signal?: AbortSignal,
): Promise<SlideMetadata> {
  const text = (tag: number) => textForPeople(directory, tag, signal)
  const described: [string, string][] = written
    ? Object.entries(written.provenance)
    : [['ImageDescription', description.slice(0, describedCharacters).trim()]]
  const properties: readonly [string, string | undefined][] = [
    ...described,
    ['DateTime', await text(tags.dateTime)],
    ['Artist', await text(tags.artist)],
    ['HostComputer', await text(tags.hostComputer)],
  ]
  return {
    scanner: {
      manufacturer: await text(tags.make),
      model: await text(tags.model),
      software: await text(tags.software),
    },
    properties: Object.fromEntries(properties.flatMap(([name, value]) => (value ? [[name, value]] : []))),
  }
}
