import { SlideError } from '../errors.ts'
import type { SlideImage } from '../slide.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff.ts'
import type { ImageJDescription } from './imagej-description.ts'
import { type PageOfDirectory, plausibleMpp } from './pages.ts'
import { channelsInPage, pyramidImage } from './pyramid.ts'

/** A stack as ImageJ saves it: a page for each plane, opened when it is needed. */
export async function openImageJStack(
  { directories }: TiffFile,
  description: ImageJDescription,
  open: PageOfDirectory,
  signal?: AbortSignal,
): Promise<SlideImage> {
  const { images, channels, slices, frames, stepZ, stepT } = description
  if (directories.length < images) {
    const reason = `belongs to an ImageJ stack of ${images} planes but only ${directories.length} directories, which is not read; save it as OME-TIFF`
    throw new SlideError('unsupported', 'IFD 0', reason)
  }
  const first = directories[0] as TiffDirectory
  const page = await open(first, signal)
  const inPage = channelsInPage(page)
  const pageOf = (c: number, z: number, t: number, signal?: AbortSignal) =>
    open(directories[c + channels * (z + slices * t)] as TiffDirectory, signal)
  // Pages of RGB that are channels as well can only be given as the samples they are made of.
  const color = inPage.samples > 1 && channels === 1
  const perPage = channelsInPage(page, color).channels.length
  return pyramidImage([{ page, pageOf }], {
    color,
    channels: Array.from({ length: channels * perPage }, () => ({})),
    sizeZ: slices,
    sizeT: frames,
    stepZ: slices > 1 ? stepZ : undefined,
    stepT: frames > 1 ? stepT : undefined,
    mpp: (await mppInUnit(first, description.unit, signal)) ?? (await plausibleMpp(first, signal)),
  })
}

/** ImageJ's resolution counts pixels per its own unit, whatever the unit tag says. */
async function mppInUnit(directory: TiffDirectory, unit: number | undefined, signal?: AbortSignal) {
  const x = (unit ?? Number.NaN) / ((await directory.number(tags.xResolution, signal)) ?? 0)
  const y = (unit ?? Number.NaN) / ((await directory.number(tags.yResolution, signal)) ?? 0)
  return [x, y].every((mpp) => Number.isFinite(mpp) && mpp > 0) ? { x, y } : undefined
}
