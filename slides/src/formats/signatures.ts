/** Files that are no slides, or slides of formats that aren't read, by how they begin; of several the first counts. */
const signatures: readonly { readonly words: string; readonly at?: number; readonly bytes: string }[] = [
  { words: 'a ZIP archive', bytes: 'PK\x03\x04' },
  { words: 'an empty ZIP archive', bytes: 'PK\x05\x06' },
  { words: 'a PNG image', bytes: '\x89PNG\r\n\x1a\n' },
  { words: 'a JPEG image', bytes: '\xff\xd8\xff' },
  { words: 'a GIF image', bytes: 'GIF8' },
  { words: 'a WebP image', at: 8, bytes: 'WEBP' },
  { words: 'a JPEG 2000 image', bytes: '\0\0\0\x0cjP  \r\n' },
  { words: 'a JPEG 2000 code stream', bytes: '\xff\x4f\xff\x51' },
  { words: 'a JPEG XL image', bytes: '\0\0\0\x0cJXL \r\n' },
  { words: 'a JPEG XR image', bytes: 'II\xbc' },
  { words: 'a BMP image', bytes: 'BM' },
  { words: 'a DICOM file', at: 128, bytes: 'DICM' },
  { words: 'a Nikon ND2 file', bytes: '\xda\xce\xbe\x0a' },
  { words: 'an Olympus VSI file', bytes: 'SIS0' },
  { words: 'an HDF5 file', bytes: '\x89HDF\r\n\x1a\n' },
  { words: 'an SQLite database', bytes: 'SQLite format 3\0' },
  { words: 'a PDF document', bytes: '%PDF' },
  { words: 'a gzip archive', bytes: '\x1f\x8b' },
  { words: 'a Zstandard archive', bytes: '\x28\xb5\x2f\xfd' },
  { words: 'an xz archive', bytes: '\xfd7zXZ\0' },
  { words: 'a bzip2 archive', bytes: 'BZh' },
  { words: 'a 7-Zip archive', bytes: '7z\xbc\xaf\x27\x1c' },
  { words: 'a RAR archive', bytes: 'Rar!\x1a\x07' },
  { words: 'a tar archive', at: 257, bytes: 'ustar' },
  { words: 'a film or HEIF image', at: 4, bytes: 'ftyp' },
  { words: 'a program', bytes: '\x7fELF' },
  { words: 'a program', bytes: 'MZ' },
]

/** What a file is, in words, by its first bytes; undefined where they say nothing. */
export function recognise(head: Uint8Array): string | undefined {
  if (head.length === 0) return 'an empty file'
  const known = signatures.find(({ at = 0, bytes }) => beginsWith(head.subarray(at), bytes))
  if (known) return known.words
  if (head.every((byte) => byte === 0)) return 'nothing but zeros'
  return textKind(head)
}

const beginsWith = (bytes: Uint8Array, signature: string): boolean =>
  bytes.length >= signature.length &&
  [...signature].every((character, at) => character.charCodeAt(0) === bytes[at])

/** Text of any alphabet has no control characters but those that set it in lines. */
function textKind(head: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(head).trimStart()
  // The last character may have been cut through.
  const body = text.replace(/\ufffd{1,3}$/, '')
  if (/[^\P{Cc}\t\n\r\f]|\ufffd/u.test(body)) return undefined
  if (/^<(?:!doctype\s+html|html)/i.test(body)) return 'a web page'
  if (body.startsWith('<')) return 'an XML file'
  return 'plain text'
}
