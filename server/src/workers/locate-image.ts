import { ApiError } from '@cresyl/contract/api/errors'
import { SlideError } from '@cresyl/slides'
import { loadShownImage } from '../domain/viewers/load-shown-image.ts'
import type { Context } from '../platform/context.ts'
import { JobFailure } from '../platform/queue/job-handler.ts'
import { createSourceDescriber } from '../platform/tiles/describe-source.ts'
import type { ImageLocation } from '../platform/tiles/image-location.ts'

/** Where the bytes of an image lie, for a process of its own; what keeps it from being opened is a sentence for people. */
export async function locateImage(
  context: Context,
  organizationId: string,
  imageId: string,
): Promise<ImageLocation> {
  const describe = createSourceDescriber(context.storage)
  try {
    const { image } = await loadShownImage(context, describe, organizationId, imageId)
    return image.location
  } catch (error) {
    if (error instanceof SlideError) throw new JobFailure(`${error.message}.`, { cause: error, retry: true })
    if (!(error instanceof ApiError) || error.code === 'internal') throw error
    throw new JobFailure(error.message, { cause: error, retry: error.code === 'unavailable' })
  }
}
