import { SlideError } from '../errors.ts'
import type { SlideImage } from '../slide.ts'
import { openFileSource } from '../source/file-source.ts'
import type { CopyPlan } from './plan-copy.ts'
import { findScanPages, type ScanPages } from './scan-pages.ts'

/** Opens the copy and compares: it must give the same scan from the same pages, and no label or overview. */
export async function checkCopy(
  path: string,
  original: ScanPages,
  { positions }: CopyPlan,
  signal?: AbortSignal,
): Promise<void> {
  const source = await openFileSource(path)
  try {
    const copy = await findScanPages(source, signal)
    const found = differences(original, copy, positions)
    if (found) throw different(found)
  } catch (error) {
    const wrong = error instanceof SlideError && error.structure !== 'copy' && error.code !== 'unreadable'
    throw wrong ? different(error.message, { cause: error }) : error
  } finally {
    await source.close()
  }
}

export const different = (what: string, options?: ErrorOptions) =>
  new SlideError(
    'unsupported',
    'copy',
    `would not be read as the file is (${what}), so none was made`,
    options,
  )

function differences(
  original: ScanPages,
  copy: ScanPages,
  positions: ReadonlyMap<number, number>,
): string | undefined {
  const beside = copy.slide.associated.find(({ kind }) => kind !== 'thumbnail')
  if (beside) return `it still has a ${beside.kind}`
  if (copy.vendor !== original.vendor) return `it is taken for ${copy.vendor}`
  if (copy.slide.images.length !== original.images.length) return `it has ${copy.slide.images.length} images`
  for (const [index, { image, pages }] of original.images.entries()) {
    const copied = copy.images[index]
    if (!copied || describeImage(copied.image) !== describeImage(image))
      return 'the image is described differently'
    const same = pages.every(
      ({ directory }, page) => positions.get(directory.offset) === copied.pages[page]?.directory.offset,
    )
    if (!same || pages.length !== copied.pages.length) return 'planes are in other pages'
  }
  return undefined
}

/** What a copy must have in common with its original, as one text. */
export const describeImage = ({
  width,
  height,
  mpp,
  objective,
  pixelType,
  bitDepth,
  ...image
}: SlideImage): string =>
  JSON.stringify([
    ...[
      width,
      height,
      mpp,
      objective,
      pixelType,
      bitDepth,
      image.samples,
      image.premultipliedAlpha,
      image.channels,
    ],
    ...[image.sizeZ, image.sizeT, image.stepZ, image.stepT, image.levels],
  ])
