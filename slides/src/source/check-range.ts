import { SlideError } from '../errors.ts'

/** More than any caller needs at once; a length from a file that is larger is a mistake or an attack. */
const maxReadBytes = 1024 * 1024 * 1024

/** What every source checks before it reads, so that all of them refuse the same ranges with the same words. */
export function checkRange(name: string, size: number, offset: number, length: number): void {
  if (!(Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length >= 0)) {
    throw new SlideError('out_of_range', name, `has no bytes at offset ${offset}, length ${length}`)
  }
  if (offset + length > size) {
    const asked = `${length} bytes at offset ${offset}`
    throw new SlideError('truncated', name, `ends at byte ${size}, before the end of the ${asked}`)
  }
  if (length > maxReadBytes) {
    throw new SlideError(
      'too_large',
      name,
      `was asked for ${length} bytes at once, more than ${maxReadBytes}`,
    )
  }
}

export const closedError = (name: string): SlideError => new SlideError('unreadable', name, 'is closed')
