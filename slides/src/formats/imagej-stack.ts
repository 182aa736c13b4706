import { SlideError } from '../errors.ts'
import type { Channel, SlideImage } from '../slide.ts'
import { tags } from '../tiff/tags.ts'
import type { TiffDirectory, TiffFile } from '../tiff/tiff.ts'
import type { ImageJDescription } from './imagej-description.ts'
import { pageOpener, plausibleMpp } from './pages.ts'
import { colorByPalettes } from './palette-colors.ts'
import { channelsInPage, pyramidImage } from './pyramid.ts'

/** A stack as ImageJ saves it: a page for each plane, opened when it is needed. */
export async function openImageJStack(
  file: TiffFile,
  description: ImageJDescription,
  signal?: AbortSignal,
): Promise<SlideImage> {
  const { directories } = file
  const { images, channels, slices, frames, stepZ, stepT } = description
  if (directories.length < images) {
    const reason = `belongs to an ImageJ stack of ${images} planes but only ${directories.length} directories, which is not read; save it as OME-TIFF`
    throw new SlideError('unsupported', 'IFD 0', reason)
  }
  // ImageJ stores the colours that a channel is shown in as a palette; its values are the indices.
  const open = pageOpener(file, { palette: 'indices' })
  const directoryAt = (c: number, z: number, t: number) =>
    directories[c + channels * (z + slices * t)] as TiffDirectory
  const first = directories[0] as TiffDirectory
  const page = await open(first, signal)
  const inPage = channelsInPage(page)
  const pageOf = (c: number, z: number, t: number, signal?: AbortSignal) => open(directoryAt(c, z, t), signal)
  // Pages of RGB that are channels as well can only be given as the samples they are made of.
  const color = inPage.samples > 1 && channels === 1
  const perPage = channelsInPage(page, color).channels.length
  return pyramidImage([{ page, pageOf }], {
    color,
    channels: await coloredChannels(
      channels * perPage,
      (c) => (page.samples === 1 ? directoryAt(c, 0, 0) : undefined),
      signal,
    ),
    sizeZ: slices,
    sizeT: frames,
    stepZ: slices > 1 ? stepZ : undefined,
    stepT: frames > 1 ? stepT : undefined,
    mpp: (await mppInUnit(first, description.unit, signal)) ?? (await plausibleMpp(first, signal)),
  })
}

/** ImageJ writes one palette for all pages, that of the channel last looked at: then it tells nothing of the others. */
async function coloredChannels(
  count: number,
  pageOf: (channel: number) => TiffDirectory | undefined,
  signal?: AbortSignal,
): Promise<Channel[]> {
  const plain = Array.from({ length: count }, (): Channel => ({}))
  const colored = await colorByPalettes(plain, pageOf, signal)
  return count > 1 && new Set(colored.map(({ color }) => color)).size === 1 ? plain : colored
}

/** ImageJ's resolution counts pixels per its own unit, whatever the unit tag says. */
async function mppInUnit(directory: TiffDirectory, unit: number | undefined, signal?: AbortSignal) {
  const x = (unit ?? Number.NaN) / ((await directory.number(tags.xResolution, signal)) ?? 0)
  const y = (unit ?? Number.NaN) / ((await directory.number(tags.yResolution, signal)) ?? 0)
  return [x, y].every((mpp) => Number.isFinite(mpp) && mpp > 0) ? { x, y } : undefined
}
