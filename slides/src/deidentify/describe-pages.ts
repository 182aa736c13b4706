import { kindByDescription } from '../formats/associated-kind.ts'
import { textForPeople } from '../formats/pages.ts'
import { isPhilipsDescription } from '../formats/philips-description.ts'
import { qptiffRoot } from '../formats/qptiff-description.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory } from '../tiff/tiff.ts'
import { rootName } from '../xml/root-name.ts'
import { filterAperioText } from './aperio-text.ts'
import { writeOmeText } from './ome-text.ts'
import { filterPhilipsText } from './philips-text.ts'
import { filterPlainText } from './plain-text.ts'
import { planeBlocks } from './plane-blocks.ts'
import { filterQptiffText } from './qptiff-text.ts'
import type { ScanPages } from './scan-pages.ts'
import { filterTrestleText } from './trestle-text.ts'

/** What the ImageDescription of each page becomes, by where its directory lies; pages that get none are left out. */
export async function describePages(
  scan: ScanPages,
  chain: readonly TiffDirectory[],
  signal?: AbortSignal,
): Promise<Map<number, string>> {
  const [first] = chain
  if (!first) return new Map()
  const { root } = scan
  if (root) return new Map([[first.offset, await omeText(scan, chain, signal)]])
  // Of a plain TIFF, readers take the first page's word for all.
  const plain = scan.vendor === 'generic-tiff'
  const described = plain ? [first] : chain
  const texts = plain ? await namedThumbnails(scan, signal) : new Map<number, string>()
  for (const directory of described) {
    const text = (await directory.text(tags.imageDescription, signal)) ?? ''
    const filtered = text && filterText(scan.vendor, text, `${directory.label} ImageDescription`)
    if (filtered) texts.set(directory.offset, filtered)
  }
  return texts
}

/** Without its name, a thumbnail that is stored as the scan is would be taken for a level of it. */
async function namedThumbnails(
  { thumbnails }: ScanPages,
  signal?: AbortSignal,
): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const directory of thumbnails) {
    const kind = kindByDescription((await textForPeople(directory, tags.imageDescription, signal)) ?? '')
    if (kind === 'thumbnail') names.set(directory.offset, kind)
  }
  return names
}

function filterText(vendor: ScanPages['vendor'], text: string, structure: string): string | undefined {
  if (vendor === 'aperio') return filterAperioText(text)
  if (vendor === 'philips') return isPhilipsDescription(text) ? filterPhilipsText(text) : undefined
  if (vendor === 'trestle') return filterTrestleText(text)
  if (vendor !== 'qptiff') return filterPlainText(text)
  return rootName(text) === qptiffRoot ? filterQptiffText(text, structure) : undefined
}

async function omeText(
  { root, images }: ScanPages,
  chain: readonly TiffDirectory[],
  signal?: AbortSignal,
): Promise<string> {
  const numbers = new Map(chain.map(({ offset }, index) => [offset, index]))
  const series = []
  for (const image of images) {
    if (!root || !image.element) continue
    series.push({ element: image.element, blocks: await planeBlocks(image, numbers, signal) })
  }
  return root ? writeOmeText(root, series) : ''
}
