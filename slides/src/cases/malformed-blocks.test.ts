import { deflateSync, zstdCompressSync } from 'node:zlib'
import { tags } from '../tiff/tags.ts'
import { garbage, patched } from './test-support/spoil.ts'
import { block, blockOf, without } from './test-support/spoil-tiff.ts'
import { type MalformedCase, testMalformed } from './test-support/test-malformed.ts'

const cases: readonly MalformedCase[] = [
  [
    'a tile lies beyond the end',
    'jpeg-2000',
    block({ offset: 1_000_000, length: 99 }),
    'opens as generic-tiff; truncated | IFD 0 tile 0,0 | has 99 bytes at 1000000, which go beyond the end of the file ({size} bytes)',
  ],
  [
    'a tile is larger than allowed',
    'jpeg-2000',
    block({ length: 2 ** 31 }),
    'opens as generic-tiff; too_large | IFD 0 tile 0,0 | has 2147483648 bytes; 67108864 are allowed',
  ],
  ['a tile was left out', 'tiled-jpeg', block({ length: 0 }), 'opens as generic-tiff'],
  [
    'a JPEG is none',
    'tiled-jpeg',
    blockOf(garbage(50)),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG: begins with 0b 30 instead of ff d8',
  ],
  [
    'a JPEG is of another size',
    'tiled-jpeg',
    blockOf(patched('ffc0', 5, [0, 64])),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG: holds 32 × 64 × 3 where 32 × 32 × 3 is expected',
  ],
  [
    'a JPEG is cut off',
    'tiled-jpeg',
    blockOf((tile) => tile.slice(0, tile.length - 60)),
    "opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG: can't be decoded (VipsJpeg: Corrupt JPEG data: premature end of data segment)",
  ],
  [
    'a JPEG has no tables',
    'tiled-jpeg',
    without(tags.jpegTables),
    "opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG: can't be decoded (VipsJpeg: Quantization table 0x00 was not defined)",
  ],
  [
    'LZW is garbage',
    'lzw-strips',
    blockOf(garbage(200)),
    'opens as generic-tiff; malformed | IFD 0 strip 0 | LZW: uses code 425 where 260 is the last',
  ],
  [
    'LZW is too short',
    'lzw-strips',
    blockOf((strip) => strip.slice(0, 9)),
    'opens as generic-tiff; malformed | IFD 0 strip 0 | LZW: holds 7 bytes where 960 are expected',
  ],
  [
    'Deflate is garbage',
    'imagej-stack',
    blockOf(garbage(200)),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | Deflate: is damaged (incorrect header check)',
  ],
  [
    'Deflate is too short',
    'imagej-stack',
    blockOf(deflateSync(new Uint8Array(9))),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | Deflate: holds 9 bytes where 512 are expected',
  ],
  [
    'Deflate is a bomb',
    'imagej-stack',
    blockOf(deflateSync(new Uint8Array(50_000_000))),
    'opens as generic-tiff',
  ],
  [
    'Zstd is garbage',
    'zstd-floats',
    blockOf(garbage(200)),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | Zstd: is damaged (Unknown frame descriptor)',
  ],
  [
    'Zstd is a bomb',
    'zstd-floats',
    blockOf(zstdCompressSync(new Uint8Array(50_000_000))),
    'opens as generic-tiff',
  ],
  [
    'PackBits is too short',
    'packbits-bilevel',
    blockOf(Uint8Array.of(0, 1)),
    'opens as generic-tiff; malformed | IFD 0 strip 0 | PackBits: holds 1 bytes where 40 are expected',
  ],
  [
    'JPEG 2000 is garbage',
    'jpeg-2000',
    blockOf(garbage(200)),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG 2000: begins with 0b30557a instead of a codestream or JP2 boxes',
  ],
  [
    'JPEG 2000 is of another size',
    'jpeg-2000',
    blockOf(patched('ff51', 6, [0, 1])),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG 2000: holds 65568 × 32 × 3 where 32 × 32 × 3 is expected',
  ],
  [
    'JPEG 2000 is cut off',
    'jpeg-2000',
    blockOf((tile) => tile.slice(0, 90)),
    "opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG 2000: can't be decoded (Stream too short)",
  ],
  [
    'WebP is garbage',
    'webp',
    blockOf(garbage(200)),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | WebP: has no header in its 200 bytes',
  ],
  [
    'JPEG XL is garbage',
    'jpeg-xl',
    blockOf(garbage(200)),
    'opens as generic-tiff; malformed | IFD 0 tile 0,0 | JPEG XL: begins with 0b30557a instead of a codestream or JXL boxes',
  ],
]

testMalformed(cases)
