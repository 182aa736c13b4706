import { openSlide } from '../../open.ts'
import type { PixelTile } from '../../pixels.ts'
import { readRegion } from '../../render/read-region.ts'
import type { Plane, Slide, SlideImage } from '../../slide.ts'
import { openFileSource } from '../../source/file-source.ts'
import { openTiff } from '../../tiff/open-tiff.ts'
import { openPage } from '../../tiff/page.ts'
import { readWhole } from '../../tiff/test-support/open-bytes.ts'
import type { TiffDirectory, TiffFile } from '../../tiff/tiff.ts'

export async function withSlide<Result>(
  path: string,
  use: (slide: Slide) => Promise<Result>,
): Promise<Result> {
  const slide = await openSlide(path)
  try {
    return await use(slide)
  } finally {
    await slide.close()
  }
}

export function mainImage({ images }: Slide): SlideImage {
  if (!images[0]) throw new Error('no image')
  return images[0]
}

/** A whole level, stitched of its tiles. */
export function readLevel(image: SlideImage, level = 0, plane: Plane = {}): Promise<PixelTile> {
  const { width = 0, height = 0 } = image.levels[level] ?? {}
  return readRegion(image, { level, x: 0, y: 0, width, height, plane })
}

/** All levels of the largest image. */
export const readLevels = (path: string, plane: Plane = {}): Promise<PixelTile[]> =>
  withSlide(path, async (slide) => {
    const image = mainImage(slide)
    const levels: PixelTile[] = []
    for (const level of image.levels.keys()) levels.push(await readLevel(image, level, plane))
    return levels
  })

export async function withTiff<Result>(
  path: string,
  use: (file: TiffFile) => Promise<Result>,
): Promise<Result> {
  const source = await openFileSource(path)
  try {
    return await use(await openTiff(source))
  } finally {
    await source.close()
  }
}

export interface PlacedDirectory {
  readonly directory: TiffDirectory
  /** In the main chain. */
  readonly page: number
  /** −1: the page itself. */
  readonly subIfd: number
}

/** All directories, each followed by its sub-directories. */
export async function allDirectories({ directories }: TiffFile): Promise<PlacedDirectory[]> {
  const placed: PlacedDirectory[] = []
  for (const [page, directory] of directories.entries()) {
    placed.push({ directory, page, subIfd: -1 })
    for (const [subIfd, below] of (await directory.subDirectories()).entries())
      placed.push({ directory: below, page, subIfd })
  }
  return placed
}

/** A whole page with all its samples, whatever they mean. */
export const readPage = (path: string, page = 0): Promise<PixelTile> =>
  withTiff(path, async (file) => readWhole(await openPage(file, file.directories[page] as TiffDirectory)))
