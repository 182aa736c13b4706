/** A tile of a little-endian classic TIFF as it is stored, found without any of the reader's code. */
export function readBlock(file: Buffer, directory: number, index: number): { tables?: Buffer; tile: Buffer } {
  let at = file.readUInt32LE(4)
  for (let i = 0; i < directory; i++) at = file.readUInt32LE(at + 2 + 12 * file.readUInt16LE(at))
  const values = new Map<number, { count: number; offset: number }>()
  for (let i = 0; i < file.readUInt16LE(at); i++) {
    const entry = at + 2 + 12 * i
    const count = file.readUInt32LE(entry + 4)
    const bytes = count * (file.readUInt16LE(entry + 2) === 4 ? 4 : 1)
    const offset = bytes <= 4 ? entry + 8 : file.readUInt32LE(entry + 8)
    values.set(file.readUInt16LE(entry), { count, offset })
  }
  const number = (tag: number) => file.readUInt32LE((values.get(tag)?.offset ?? 0) + 4 * index)
  const tile = file.subarray(number(324), number(324) + number(325))
  const tables = values.get(347)
  return tables ? { tables: file.subarray(tables.offset, tables.offset + tables.count), tile } : { tile }
}
