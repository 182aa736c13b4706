import { ApiError } from '@cresyl/contract/api/errors'
import type { ByteRange } from './storage.ts'

/** The range as far as the object goes; refused when the object ends before it. */
export function clipRange(size: number, range?: ByteRange): { offset: number; length: number } {
  if (range === undefined) return { offset: 0, length: size }
  const { offset, length = Number.POSITIVE_INFINITY } = range
  if (!(Number.isSafeInteger(offset) && offset >= 0 && length > 0)) {
    throw new Error(`Bytes from ${offset}, ${length} of them, are no range`)
  }
  if (offset >= size) throw new ApiError('range_not_satisfiable')
  return { offset, length: Math.min(length, size - offset) }
}

/**
 * The header `Range` for one stretch of bytes, as RFC 9110 reads it. Undefined: the whole is to be sent, which it
 * also is when the header can't be read or asks for several stretches.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    if (length === 0) throw new ApiError('range_not_satisfiable')
    return { offset: size - length }
  }
  const offset = Number(first)
  if (last !== '' && Number(last) < offset) return undefined
  if (offset >= size) throw new ApiError('range_not_satisfiable')
  return last === '' ? { offset } : { offset, length: Number(last) - offset + 1 }
}
