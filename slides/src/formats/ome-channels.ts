import { limits } from '../limits.ts'
import type { Channel } from '../slide.ts'
import type { TiffPage } from '../tiff/tiff.ts'
import type { OmeImage } from './ome-xml.ts'
import { channelsInPage } from './pyramid.ts'

/**
 * As many channels as the pages give, each with what the document says of it.
 * @param color whether the samples of a page are the colours of one channel
 * @param pages how many pages the channels of a focus plane and time point lie in
 */
export function omeChannels(image: OmeImage, page: TiffPage, color: boolean, pages: number): Channel[] {
  const perChannel = Math.max(1, Math.floor(image.size.c / Math.max(1, image.channels.length)))
  const bySample: Channel[] = []
  for (const { samplesPerPixel = perChannel, ...channel } of image.channels) {
    if (bySample.length >= pages * page.samples) break
    for (let sample = 0; sample < Math.min(samplesPerPixel, limits.samples); sample++) bySample.push(channel)
  }
  const { channels: samples, described } = channelsInPage(page, color)
  if (described && image.channels.length < samples.length) return [...described]
  return Array.from({ length: pages }, (_, index) =>
    samples.map((sample) => bySample[index * page.samples + sample] ?? {}),
  ).flat()
}
