import { expect, test } from 'vitest'
import { recognise } from './signatures.ts'

const bytes = (text: string, at = 0) => Buffer.concat([Buffer.alloc(at), Buffer.from(text, 'latin1')])

test.each([
  ['an empty file', bytes('')],
  ['nothing but zeros', Buffer.alloc(512)],
  ['a ZIP archive', bytes('PK\x03\x04\x14\0')],
  ['a PNG image', bytes('\x89PNG\r\n\x1a\n\0\0')],
  ['a JPEG image', bytes('\xff\xd8\xff\xe0')],
  ['a WebP image', bytes('RIFF\x10\0\0\0WEBP')],
  ['a DICOM file', bytes('DICM', 128)],
  ['a tar archive', bytes('ustar', 257)],
  ['a JPEG XR image', bytes('II\xbc\x01')],
  ['plain text', Buffer.from('Größe\t1\r\n')],
  ['plain text', Buffer.from('Größe').subarray(0, 3)],
  ['an XML file', Buffer.from('\ufeff <?xml version="1.0"?>')],
  ['a web page', Buffer.from('<!DOCTYPE html><title>Not found</title>')],
  [undefined, bytes('\x01\x02\x03\x04')],
  [undefined, bytes('\xe4\xf6\xfc and more')],
  [undefined, bytes('\x89PN')],
])('recognises %s', (words, head) => {
  expect(recognise(head)).toBe(words)
})
