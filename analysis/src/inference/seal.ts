import { hash } from 'node:crypto'

/** Of SHA-256. */
const hashLength = 32
const hashOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/**
 * Puts parts together with their hash at the end: what is kept from one attempt to the next may come back damaged, and
 * must not be taken for what it was.
 */
export function seal(parts: readonly Uint8Array[]): Uint8Array {
  const sealed = Buffer.concat([...parts, Buffer.alloc(hashLength)])
  hashOf(sealed.subarray(0, -hashLength)).copy(sealed, sealed.length - hashLength)
  return sealed
}

/** The bytes without their hash; undefined if they aren't what was sealed. */
export function unseal(sealed: Uint8Array): Uint8Array | undefined {
  const at = sealed.length - hashLength
  if (at < 0) return undefined
  const bytes = sealed.subarray(0, at)
  return hashOf(bytes).equals(sealed.subarray(at)) ? bytes : undefined
}
