import { ApiError } from '@cresyl/contract/api/errors'
import { SlideError } from '@cresyl/slides'
import { DecodeFailure } from '../../platform/tiles/decode-failure.ts'

const unreachable =
  "The file of this slide can't be reached at the moment, or has changed since it was read. Try again shortly; if it still fails, ask your system administrator to check its disk or network folder."

/** What went wrong with a slide, in the words of the catalogue; everything else stays what it is. */
export function explainTileError(error: unknown): unknown {
  if (error instanceof SlideError) return explainSlideError(error)
  if (!(error instanceof DecodeFailure)) return error
  const { code, retry, message: detail } = error
  const comesAndGoes = retry || code === 'busy' || code === 'stopped'
  return new ApiError(comesAndGoes ? 'unavailable' : 'undecodable', { detail, cause: error })
}

function explainSlideError(error: SlideError): ApiError {
  switch (error.code) {
    case 'out_of_range':
      return new ApiError('not_found', {
        detail: `There is no such part of this image: ${error.message}.`,
        cause: error,
      })
    case 'unreadable':
    case 'unwritable':
      return new ApiError('unavailable', { detail: unreachable, cause: error })
    default:
      return new ApiError('undecodable', {
        detail: `This part of the slide can't be shown, because its file is damaged or its format is not supported. ${error.message}.`,
        cause: error,
      })
  }
}
