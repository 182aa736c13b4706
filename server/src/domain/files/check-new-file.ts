import { ApiError } from '@cresyl/contract/errors'
import { checkName, checkSize, extensionOf } from '@cresyl/contract/uploads'

export interface NewFile {
  name: string
  media_type: string
  size: number
}

/** Refuses what the browser should have refused, with everything that is wrong in the field it is about. */
export function checkNewFile({ name, media_type, size }: NewFile): void {
  const faults = {
    size: checkSize(size),
    name: checkName(name),
    media_type: checkMediaType(name, media_type),
  }
  const found = Object.entries(faults).filter(([, sentences]) => sentences.length > 0)
  const [first] = found.flatMap(([, sentences]) => sentences)
  if (first === undefined) return
  throw new ApiError('invalid_input', { detail: first, fields: Object.fromEntries(found) })
}

function checkMediaType(name: string, mediaType: string): string[] {
  const extension = extensionOf(name)
  // What is wrong with the name is said there.
  if (extension === '' || mediaType.toLowerCase() === extension.toLowerCase()) return []
  return ['Must be the extension of the file name']
}
