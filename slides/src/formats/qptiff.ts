import { SlideError } from '../errors.ts'
import type { AssociatedImage, SlideImage } from '../slide.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffPage } from '../tiff/tiff.ts'
import { rootName } from '../xml/root-name.ts'
import { arrangeImages, groupAlike, type PageGroup } from './levels.ts'
import { checkDescriptions, mppOfResolution, openReadablePages, pageOpener, textForPeople } from './pages.ts'
import { channelsInPage, type PyramidLevel, pyramidImage } from './pyramid.ts'
import {
  parseQptiffDescription,
  parseQptiffPage,
  type QptiffDescription,
  type QptiffPageDescription,
  qptiffRoot,
} from './qptiff-description.ts'
import { scanTimeOf } from './scan-time.ts'
import { tiffFormat } from './tiff-format.ts'

interface QptiffPage {
  readonly page: TiffPage
  readonly description: QptiffPageDescription
  /** What its ImageDescription says of the scan as well. */
  describeScan(): QptiffDescription
}

/** One page a channel, all of one resolution. */
interface ChannelPages extends PageGroup {
  readonly pages: readonly QptiffPage[]
}

const associatedKinds: Readonly<Record<string, AssociatedImage['kind']>> = {
  Label: 'label',
  Overview: 'macro',
  Thumbnail: 'thumbnail',
}

export const qptiff = tiffFormat({
  name: 'qptiff',
  title: 'QPTIFF',
  detect: ({ description, software }) =>
    rootName(description) === qptiffRoot ||
    (software.startsWith('PerkinElmer-QPI') && rootName(description) !== 'OME'),

  async open({ file, description: text }, signal) {
    checkDescriptions(file.directories)
    const opened = await openReadablePages(file, pageOpener(file), signal)
    const pages: QptiffPage[] = []
    for (const page of opened) {
      const first = page.directory === file.directories[0]
      const own = first ? text : await page.directory.text(tags.imageDescription, signal)
      pages.push(describePage(page, own ?? ''))
    }

    const groups = groupAlike(pages.filter(({ description }) => !kindOf(description)))
    const [first] = groups[0] ?? []
    if (!first)
      throw new SlideError('malformed', 'IFD 0', 'belongs to a QPTIFF without a full-resolution page')
    const scan = first.describeScan()
    const images: SlideImage[] = []
    for (const levels of arrangeImages(groups.map(channelPages))) images.push(await imageOf(levels, signal))
    return {
      images,
      associated: pages.flatMap(({ page, description }) => {
        const kind = kindOf(description)
        return kind ? [{ kind, image: pyramidImage([{ page }]) }] : []
      }),
      metadata: {
        scanner: {
          manufacturer: await textForPeople(first.page.directory, tags.make, signal),
          model: await textForPeople(first.page.directory, tags.model, signal),
          software: scan.software,
        },
        scannedAt: scanTimeOf(await textForPeople(first.page.directory, tags.dateTime, signal)),
        properties: scan.properties,
      },
    }
  },
})

const channelPages = (pages: readonly QptiffPage[]): ChannelPages => ({
  page: (pages[0] as QptiffPage).page,
  planes: pages.length,
  pages,
})

function describePage(page: TiffPage, text: string): QptiffPage {
  const structure = `${page.directory.label} ImageDescription`
  if (rootName(text) !== qptiffRoot)
    return { page, description: { channel: {} }, describeScan: () => ({ channel: {}, properties: {} }) }
  return {
    page,
    description: parseQptiffPage(text, structure),
    describeScan: () => parseQptiffDescription(text, structure),
  }
}

const kindOf = ({ imageType = '' }: QptiffPageDescription): AssociatedImage['kind'] | undefined =>
  Object.hasOwn(associatedKinds, imageType) ? associatedKinds[imageType] : undefined

async function imageOf(levels: readonly ChannelPages[], signal?: AbortSignal): Promise<SlideImage> {
  const full = levels[0] as ChannelPages
  const { page, pages } = full
  const { pixelSize, objective } = (pages[0] as QptiffPage).describeScan()
  const perPage = channelsInPage(page).channels
  return pyramidImage(
    levels.map((level) => levelOfChannels(full, level)),
    {
      mpp:
        (await mppOfResolution(page.directory, signal)) ??
        (pixelSize ? { x: pixelSize, y: pixelSize } : undefined),
      objective,
      channels: pages.flatMap(({ description }) => perPage.map(() => description.channel)),
    },
  )
}

/** Holds the pages only: their descriptions, which are long, aren't needed any more. */
const levelOfPages = (pages: readonly TiffPage[]): PyramidLevel => ({
  page: pages[0] as TiffPage,
  pageOf: async (c) => pages[c] as TiffPage,
})

/** A channel is found by its name; by its place where names are missing or not unique. */
function levelOfChannels(full: ChannelPages, level: ChannelPages): PyramidLevel {
  const byName = new Map(level.pages.map((part) => [part.description.channel.name, part]))
  const named = full.pages.every(({ description }) => byName.has(description.channel.name))
  const pages =
    named && byName.size === level.pages.length
      ? full.pages.map(({ description }) => byName.get(description.channel.name) as QptiffPage)
      : level.pages
  return levelOfPages(pages.map(({ page }) => page))
}
