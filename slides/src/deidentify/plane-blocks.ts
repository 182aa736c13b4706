import { tags } from '../tiff/tags.ts'
import { find, type XmlElement } from '../xml/parse-xml.ts'
import type { PlaneBlock } from './ome-text.ts'
import type { ScanImage } from './scan-pages.ts'

/**
 * Which page of the copy holds each plane of an OME image.
 * @param numbers pages of the copy by where their directory lay in the file
 */
export async function planeBlocks(
  { image, pages, element }: ScanImage,
  numbers: ReadonlyMap<number, number>,
  signal?: AbortSignal,
): Promise<PlaneBlock[]> {
  const attributes = (element && find(element, 'Pixels')?.attributes) ?? {}
  const full = pages.filter(({ level }) => level === 0)
  const samples = (await full[0]?.directory.number(tags.samplesPerPixel, signal)) ?? 1
  const inC = Math.ceil(Number(attributes.SizeC ?? 1) / samples)
  const inPage = Math.max(1, Math.floor(image.channels.length / inC))
  const pageOf = new Map<string, number>()
  for (const { plane, directory } of full) {
    const number = numbers.get(directory.offset)
    const key = [Math.floor(plane.c / inPage), plane.z, plane.t].join()
    if (number !== undefined && !pageOf.has(key)) pageOf.set(key, number)
  }
  const blocks: PlaneBlock[] = []
  let last: PlaneBlock | undefined
  for (const plane of planesInOrder({ c: inC, z: image.sizeZ, t: image.sizeT }, orderOf(attributes))) {
    const ifd = pageOf.get([plane.c, plane.z, plane.t].join())
    if (ifd !== undefined && last && last.ifd + last.planes === ifd) last.planes++
    else {
      last = ifd === undefined ? undefined : { ifd, first: plane, planes: 1 }
      if (last) blocks.push(last)
    }
  }
  return blocks
}

type Dimension = 'c' | 'z' | 't'

const orderOf = ({ DimensionOrder = 'XYCZT' }: XmlElement['attributes']) =>
  DimensionOrder.slice(2).toLowerCase().split('') as Dimension[]

/** All planes, the first dimension of the order fastest. */
function* planesInOrder(size: Readonly<Record<Dimension, number>>, order: readonly Dimension[]) {
  const [fast = 'c', middle = 'z', slow = 't'] = order
  for (let third = 0; third < size[slow]; third++) {
    for (let second = 0; second < size[middle]; second++) {
      for (let first = 0; first < size[fast]; first++) {
        yield { c: 0, z: 0, t: 0, [fast]: first, [middle]: second, [slow]: third }
      }
    }
  }
}
