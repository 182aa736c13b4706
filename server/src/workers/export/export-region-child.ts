import { writeFile } from 'node:fs/promises'
import {
  type ChannelDisplay,
  defaultDisplays,
  exportRegion,
  measureChannels,
  SlideError,
  type SlideImage,
  withComment,
} from '@cresyl/slides'
import { errorCode } from '../../platform/file-error.ts'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { openImage } from '../../platform/tiles/image-location.ts'
import type { MadeRegion, RegionOrder } from './export-region-order.ts'
import { writeTiff } from './export-region-tiff.ts'

/** Runs in a process of its own: files are hostile until shown otherwise. */
export const run: SandboxRun<RegionOrder, MadeRegion> = async (order, { progress }) => {
  try {
    const { image, close } = await openImage(order.location)
    try {
      return await makeRegion(image, order, progress)
    } finally {
      await close()
    }
  } catch (error) {
    throw explain(error)
  }
}

async function makeRegion(
  image: SlideImage,
  order: RegionOrder,
  progress: (done: number, total: number) => void,
): Promise<MadeRegion> {
  const { format, ...region } = order.request
  const channels = await chooseDisplays(image, order)
  if (format === 'tiff') {
    const container = await writeTiff(image, order, channels, progress)
    return { extension: container === 'ome-tiff' ? 'ome.tiff' : 'tiff' }
  }
  const made = await exportRegion(image, { ...region, channels, progress }, { format })
  const { bytes } = order.comment === null ? made : withComment(made, order.comment)
  await writeFile(order.path, bytes)
  return { extension: format === 'png' ? 'png' : 'jpg' }
}

/** As everywhere else, else measured once for all blocks; RGB and 8-bit grey are shown as they are. */
async function chooseDisplays(
  image: SlideImage,
  { channels, request: { z, t } }: RegionOrder,
): Promise<readonly ChannelDisplay[] | undefined> {
  if (channels) return channels
  if (image.samples >= 3 || (image.channels.length === 1 && image.pixelType === 'u8')) return undefined
  return defaultDisplays(image, await measureChannels(image, { z, t }))
}

function explain(error: unknown): unknown {
  if (isFull(error) || (error instanceof Error && isFull(error.cause))) {
    const sentence = 'The disk is full: the region could not be written. Free some space and try again.'
    return new JobFailure(sentence, { cause: error })
  }
  if (!(error instanceof SlideError)) return error
  const retry = error.code === 'unreadable' || error.code === 'unwritable'
  return new JobFailure(`The region could not be created: ${error.message}.`, { cause: error, retry })
}

/** For everyone, or for this user of the system. */
const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
