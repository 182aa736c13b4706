import { crc32, deflateRawSync } from 'node:zlib'

export interface ArchivedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly compressed?: boolean
}

export function makeZip(files: readonly ArchivedFile[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, compressed = false } of files) {
    const stored = Buffer.from(compressed ? deflateRawSync(bytes) : bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(compressed ? 8 : 0, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(stored.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), stored])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]))
}

export function makeTar(files: readonly ArchivedFile[]): Uint8Array {
  const blocks = files.flatMap(({ name, bytes }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('0', 156)
    header.write('ustar\x0000', 257)
    return [header, Buffer.from(bytes), Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
