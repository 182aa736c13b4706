import { SlideError } from '../errors.ts'
import { readCandidate } from '../formats/candidate.ts'
import type { Candidate, Format, TiffCandidate } from '../formats/format.ts'
import { formats } from '../formats/index.ts'
import { isSmallerVersion, sameSize } from '../formats/levels.ts'
import { omeStructure } from '../formats/ome-xml.ts'
import type { AssociatedImage, Plane, Slide, SlideImage } from '../slide.ts'
import type { Source } from '../source/source.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff.ts'
import { parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { escapeXml, xmlElement } from '../xml/xml-text.ts'
import { isAperioThumbnail } from './aperio-text.ts'
import { associatedSeries } from './ome-text.ts'
import { PageFinder } from './page-finder.ts'

/** A page of the scan, and which part of it the page holds. */
export interface ScanPage {
  readonly directory: TiffDirectory
  readonly level: number
  readonly plane: Required<Plane>
}

export interface ScanImage {
  readonly image: SlideImage
  /** For each plane of each level; one page may hold several channels. */
  readonly pages: readonly ScanPage[]
  /** In an OME-TIFF: what describes it. */
  readonly element?: XmlElement | undefined
}

/** Which pages of a file show what was scanned. */
export interface ScanPages {
  readonly vendor: Slide['vendor']
  readonly file: TiffFile
  readonly slide: Slide
  readonly images: readonly ScanImage[]
  /** Those that are a rendering of the scan. */
  readonly thumbnails: readonly TiffDirectory[]
  /** Pages that show something else, as far as that is known, by where their directory lies. */
  readonly others: ReadonlyMap<number, AssociatedImage['kind']>
  /** Pictures that lie in no page but in a text. */
  readonly inTexts: readonly AssociatedImage['kind'][]
  /** The OME-XML, where there is one. */
  readonly root?: XmlElement | undefined
}

/**
 * Has the reader of the file's format say which pages hold the scan; all others are none of it, whatever they show. Of
 * several images in a file without a document that names them, only the largest is known to be the scan.
 */
export async function findScanPages(source: Source, signal?: AbortSignal): Promise<ScanPages> {
  const candidate = await readCandidate(source, signal)
  const format = await formatOf(candidate)
  if (!candidate.tiff || !format || !copied.has(format.name)) {
    const what = format ? `is a file of the format ${format.title}` : 'is no TIFF'
    const reason = `${what}; a copy without label and names can only be made of a TIFF (SVS, QPTIFF, OME-TIFF, Philips, Trestle or plain) or a CZI`
    throw new SlideError('unsupported', 'file', reason)
  }
  const finder = new PageFinder(candidate.tiff.file)
  const root = format.name === 'ome' ? parseXml(candidate.tiff.description, omeStructure) : undefined
  const tiff: TiffCandidate = {
    ...candidate.tiff,
    file: finder.file,
    description: root ? xmlWithNumberedImages(root) : candidate.tiff.description,
  }
  const slide = await format.open({ ...candidate, tiff })
  refuseBroken(finder.file)
  const series = root ? imagesByNumber(root) : undefined
  const images: ScanImage[] = []
  for (const image of root ? slide.images : slide.images.slice(0, 1)) {
    const element = series?.get(image.name ?? '')
    if (root && !element) throw unnamedScan()
    images.push({ image, element, pages: await pagesOfImage(finder, image, signal) })
  }
  refuseBroken(finder.file)
  return {
    vendor: format.name,
    file: finder.file,
    slide,
    images,
    root,
    ...(await associatedPages(slide, finder, signal)),
  }
}

/** Those of whose texts it is known what may stay. */
const copied: ReadonlySet<Slide['vendor']> = new Set([
  'aperio',
  'qptiff',
  'ome',
  'philips',
  'trestle',
  'generic-tiff',
])
/** What can't be read may be a label; what is found wrong with it without being read around is told as it is. */
function refuseBroken({ warnings }: TiffFile): void {
  const [warning] = warnings.all
  if (warning) throw warning.cause ?? warning
}

async function formatOf(candidate: Candidate): Promise<Format | undefined> {
  for (const format of formats) if (await format.detect(candidate)) return format
  return undefined
}

const unnamedScan = () =>
  new SlideError(
    'unsupported',
    omeStructure,
    'names no image but labels and overviews, so that what was scanned is not known',
  )

async function pagesOfImage(
  finder: PageFinder,
  image: SlideImage,
  signal?: AbortSignal,
): Promise<ScanPage[]> {
  const pages: ScanPage[] = []
  for (const level of image.levels.keys()) {
    for (let t = 0; t < image.sizeT; t++) {
      for (let z = 0; z < image.sizeZ; z++) {
        for (const c of image.channels.keys()) {
          const plane = { c, z, t }
          const directory = await pageOfPlane(finder, image, level, plane, signal)
          if (directory) pages.push({ directory, level, plane })
        }
      }
    }
  }
  return pages
}

/** Undefined where an OME-XML names no page for a plane, as it does for scans that were stopped. */
async function pageOfPlane(
  finder: PageFinder,
  image: SlideImage,
  level: number,
  plane: Required<Plane>,
  signal?: AbortSignal,
): Promise<TiffDirectory | undefined> {
  try {
    return await finder.pageOf(image, level, plane, signal)
  } catch (error) {
    if (error instanceof SlideError && error.structure === omeStructure) return undefined
    throw error
  }
}

async function associatedPages(slide: Slide, finder: PageFinder, signal?: AbortSignal) {
  const thumbnails: TiffDirectory[] = []
  const others = new Map<number, AssociatedImage['kind']>()
  const inTexts: AssociatedImage['kind'][] = []
  const [scan] = slide.images
  for (const { kind, image } of slide.associated) {
    const directory = await finder.pageOfPicture(image, signal)
    if (!directory) {
      inTexts.push(kind)
      continue
    }
    const shows =
      kind === 'thumbnail' && scan && (await rendersScan(slide.vendor, scan, image, directory, signal))
    if (shows) thumbnails.push(directory)
    else others.set(directory.offset, kind)
  }
  return { thumbnails, others, inTexts }
}

/** A label may pass for a thumbnail by its place in the file: it must have the scan's proportions too. */
async function rendersScan(
  vendor: Slide['vendor'],
  scan: SlideImage,
  image: SlideImage,
  directory: TiffDirectory,
  signal?: AbortSignal,
): Promise<boolean> {
  if (vendor === 'ome' || !(isSmallerVersion(scan, image) || sameSize(scan, image))) return false
  if (vendor !== 'aperio') return true
  return isAperioThumbnail((await directory.text(tags.imageDescription, signal)) ?? '')
}

const seriesName = (index: number) => `series ${index}`

/** The document with names by which the images that a reader gives are known again; others only by their kind. */
function xmlWithNumberedImages(root: XmlElement): string {
  let images = 0
  const write = (element: XmlElement, depth: number): string => {
    const { name, attributes, children, text } = element
    const isImage = depth === 1 && name === 'Image'
    const renamed = isImage ? { Name: associatedSeries(element) ?? seriesName(images) } : {}
    if (isImage) images++
    const content = [...children.map((child) => write(child, depth + 1)), ...(text ? [escapeXml(text)] : [])]
    return xmlElement(name, { ...attributes, ...renamed }, content)
  }
  return write(root, 0)
}

const imagesByNumber = (root: XmlElement): Map<string, XmlElement> =>
  new Map(
    root.children
      .filter(({ name }) => name === 'Image')
      .map((element, index): [string, XmlElement] => [seriesName(index), element])
      .filter(([, element]) => !associatedSeries(element)),
  )
