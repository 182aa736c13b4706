import { ApiError } from '@cresyl/contract/errors'
import { ticketLimits } from '@cresyl/contract/limits'
import { type PictureType, readPictureFormat } from '../pictures/picture-format.ts'

export interface Screenshot {
  mediaType: PictureType
  bytes: Buffer
}

const dataUrlForm = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/

/** The picture of a data: URL, by its content alone. */
export function readScreenshot(dataUrl: string): Screenshot {
  const base64 = dataUrlForm.exec(dataUrl)?.[1]
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  const format = bytes && readPictureFormat(bytes)
  if (bytes === undefined || format === undefined) {
    return refuse('The screenshot is not a PNG, JPEG or WebP picture, or it is damaged. Leave it out.')
  }
  if (bytes.length > ticketLimits.screenshotBytes) {
    return refuse('The screenshot is larger than 2 MB. Take one of a smaller window, or leave it out.')
  }
  return { mediaType: format.mediaType, bytes }
}

function refuse(sentence: string): never {
  throw new ApiError('invalid_input', { detail: sentence, fields: { screenshot: [sentence] } })
}
