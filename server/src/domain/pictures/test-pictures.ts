import { crc32, deflateSync } from 'node:zlib'

/** 7 × 5 pixels each, as Chromium writes them. */
export const samples = {
  png: pngOf(7, 5),
  jpeg: decode(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAFAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQChP/2Q==',
  ),
  lossyWebp: decode('UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoHAAUAAsBMJaACdAFAAAD+7gpn87fiD9QYJZ2rY/AAAA=='),
  losslessWebp: decode('UklGRh4AAABXRUJQVlA4TBEAAAAvBgABAAfQl64VtP+BiOh/AAA='),
  transparentWebp: decode(
    'UklGRlwAAABXRUJQVlA4WAoAAAAQAAAABgAABAAAQUxQSA0AAAABDzD/ERHieH8R/Q8MAFZQOCAoAAAAcAEAnQEqBwAFAALATCWwAnQBQAAA/u4KZ+HjhDfiD9QYJZ2rY/AAAA==',
  ),
}

/** A black PNG; `padding` bytes of text inside make it as large as wanted. */
export function pngOf(width: number, height: number, padding = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(padding > 0 ? [chunk('tEXt', Buffer.alloc(padding, 'x'))] : []),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)])
}

export function dataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}
