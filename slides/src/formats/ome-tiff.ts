import { SlideError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { AssociatedImage, SlideImage } from '../slide.ts'
import type { TiffDirectory } from '../tiff/tiff.ts'
import { rootName } from '../xml/root-name.ts'
import { kindByAnyWord, kindByFirstWord } from './associated-kind.ts'
import { areaOf, arrangeLevels } from './levels.ts'
import { omeChannels } from './ome-channels.ts'
import { pagesOfPlanes } from './ome-planes.ts'
import { type OmeImage, omeStructure, parseOmeXml } from './ome-xml.ts'
import { type PageOfDirectory, pageOpener, rethrowUnlessOptional } from './pages.ts'
import { colorByPalettes } from './palette-colors.ts'
import { type PyramidLevel, pyramidImage } from './pyramid.ts'
import { subLevels } from './sub-levels.ts'
import { tiffFormat } from './tiff-format.ts'

export const omeTiff = tiffFormat({
  name: 'ome',
  title: 'OME-TIFF',
  detect: ({ description }) => rootName(description) === 'OME',

  async open({ file, description }, signal) {
    const document = parseOmeXml(description)
    // Palettes only say how to show a channel; its values are the indices.
    const open = pageOpener(file, { palette: 'indices' })
    const images: SlideImage[] = []
    const associated: AssociatedImage[] = []
    let nextPage = 0
    for (const described of document.images) {
      const kind = kindOf(described)
      try {
        const series = await openSeries(described, nextPage, file.directories, open, signal)
        nextPage += series.pages
        if (kind) associated.push({ kind, image: series.image })
        else images.push(series.image)
      } catch (error) {
        if (!kind) throw error
        rethrowUnlessOptional(error)
        nextPage += described.size.z * described.size.t
      }
      if (nextPage > limits.directories) {
        throw new SlideError('too_large', omeStructure, `has more than ${limits.directories} planes`)
      }
    }
    // A file may hold nothing but a picture that happens to be called so.
    const main = images.length > 0 ? images : associated.splice(0).map(({ image }) => image)
    if (main.length === 0) throw new SlideError('unsupported', omeStructure, 'has no image that can be read')
    main.sort((a, b) => areaOf(b) - areaOf(a))
    const apart = setApart(main)
    return {
      images: apart.images,
      associated: [...associated, ...apart.pictures],
      metadata: document.metadata,
    }
  },
})

/** Converters call them `label image` or just `label`; a longer name is somebody's own. */
const kindOf = ({ name = '' }: OmeImage): AssociatedImage['kind'] | undefined =>
  /^\s*\w+(?: image)?\s*$/i.test(name) ? kindByFirstWord(name) : undefined

/** Beside a scan, a picture of the slide is this much smaller at least. */
const smallerBy = 16

/** A small image whose longer name speaks of a label is one: it may name the patient. */
function setApart(main: readonly SlideImage[]): { images: SlideImage[]; pictures: AssociatedImage[] } {
  const largest = Math.max(...main.map(areaOf))
  const images: SlideImage[] = []
  const pictures: AssociatedImage[] = []
  for (const image of main) {
    const kind = areaOf(image) * smallerBy <= largest ? kindByAnyWord(image.name ?? '') : undefined
    if (kind) pictures.push({ kind, image })
    else images.push(image)
  }
  return { images, pictures }
}

/** One image of the document; also how many pages its planes take. */
async function openSeries(
  image: OmeImage,
  nextPage: number,
  directories: readonly TiffDirectory[],
  open: PageOfDirectory,
  signal?: AbortSignal,
): Promise<{ image: SlideImage; pages: number }> {
  const first = directoryOf(directories, firstPage(image, nextPage), 0, 0, 0)
  const page = await open(first, signal)
  const { size, mpp, stepZ, stepT, objective, name } = image
  const pagesC = Math.ceil(size.c / page.samples)
  const pageOfPlane = pagesOfPlanes(image, page.samples, nextPage)
  const directoryAt = (c: number, z: number, t: number) =>
    directoryOf(directories, pageOfPlane(c, z, t), c, z, t)
  const full: PyramidLevel = { page, pageOf: async (c, z, t, signal) => open(directoryAt(c, z, t), signal) }
  const levels = arrangeLevels(full, await subLevels(page, directoryAt, open, signal))
  // RGB is one channel; several of them can only be given as the samples they are made of.
  const color = pagesC === 1 && (page.color || (image.channels[0]?.samplesPerPixel ?? 1) >= 3)
  const described = omeChannels(image, page, color, pagesC)
  const pageOfChannel = (c: number) =>
    page.samples === 1 ? directories[pageOfPlane(c, 0, 0) ?? -1] : undefined
  return {
    pages: pagesC * size.z * size.t,
    image: pyramidImage(levels, {
      name,
      mpp,
      objective,
      stepZ: size.z > 1 ? stepZ : undefined,
      stepT: size.t > 1 ? stepT : undefined,
      sizeZ: size.z,
      sizeT: size.t,
      color,
      channels: await colorByPalettes(described, pageOfChannel, signal),
      bitDepth: image.significantBits,
    }),
  }
}

/** The page of the first plane: of the last block that begins with it. */
function firstPage({ tiffData }: OmeImage, nextPage: number): number | undefined {
  if (tiffData.length === 0) return nextPage
  return tiffData.findLast(({ first, planeCount }) => first.c + first.z + first.t === 0 && planeCount !== 0)
    ?.ifd
}

function directoryOf(
  directories: readonly TiffDirectory[],
  page: number | undefined,
  c: number,
  z: number,
  t: number,
): TiffDirectory {
  const plane = `channel ${c}, focus plane ${z}, time point ${t}`
  if (page === undefined) throw new SlideError('malformed', omeStructure, `names no page for ${plane}`)
  const directory = directories[page]
  if (directory) return directory
  const reason = `says that ${plane} is in IFD ${page}, but the file has ${directories.length}`
  throw new SlideError('malformed', omeStructure, reason)
}
