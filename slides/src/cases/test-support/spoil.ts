/** Changes a file in place, or gives another. */
export type Spoil = (bytes: Uint8Array) => Uint8Array | undefined

export const cutTo =
  (length: number): Spoil =>
  (bytes) =>
    bytes.slice(0, length)

/** Bytes that are no format's. */
export const garbage = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 37 + 11) % 251)

/** Bytes with others in place of those some way after a marker, given in hexadecimal. */
export const patched =
  (marker: string, after: number, values: readonly number[]) =>
  (bytes: Uint8Array): Uint8Array => {
    const result = bytes.slice()
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(marker, 0, 'hex')
    if (at < 0) throw new Error(`there is no marker ${marker}`)
    result.set(values, at + after)
    return result
  }

const setInt32 = (bytes: Uint8Array, at: number, value: number) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setInt32(at, value, true)

/** A number of a CZI's file header. */
export const headerNumber =
  (at: number, value: number): Spoil =>
  (bytes) => {
    setInt32(bytes, at, value)
    return undefined
  }

/** A number of a CZI's first segment with this id, so many bytes after its beginning. */
export const segmentNumber =
  (id: string, offset: number, value: number): Spoil =>
  (bytes) => {
    setInt32(bytes, segmentAt(bytes, id) + offset, value)
    return undefined
  }

/** A number of every entry of a CZI's directory. */
export const everyEntry =
  (offset: number, value: number): Spoil =>
  (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const directory = segmentAt(bytes, 'ZISRAWDIRECTORY')
    let at = directory + 160
    for (let left = view.getInt32(directory + 32, true); left > 0; left -= 1) {
      setInt32(bytes, at + offset, value)
      at += 32 + 20 * view.getInt32(at + 28, true)
    }
    return undefined
  }

const segmentAt = (bytes: Uint8Array, id: string): number =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(id)
