import { fieldTypes, tags } from '../tiff/tags.ts'
import { cutTo } from './test-support/spoil.ts'
import {
  circle,
  compression,
  entries,
  field,
  firstDirectory,
  jbig,
  levelsLeadBack,
  without,
} from './test-support/spoil-tiff.ts'
import { type MalformedCase, testMalformed } from './test-support/test-malformed.ts'

const cases: readonly MalformedCase[] = [
  ['nothing is wrong', 'aperio', () => undefined, 'opens as aperio'],
  [
    'it is empty',
    'palette',
    cutTo(0),
    'unknown_format | file | is an empty file; the formats read are Zeiss CZI, Aperio SVS, QPTIFF, Philips TIFF, Ventana BIF, Trestle TIFF, OME-TIFF and tiled or striped TIFF',
  ],
  [
    'it has three bytes',
    'palette',
    cutTo(3),
    'unknown_format | file | begins with 49 49 2a (plain text); the formats read are Zeiss CZI, Aperio SVS, QPTIFF, Philips TIFF, Ventana BIF, Trestle TIFF, OME-TIFF and tiled or striped TIFF',
  ],
  [
    'it ends in its header',
    'zstd-floats',
    cutTo(12),
    'truncated | TIFF header | needs 16 bytes, the file has 12',
  ],
  [
    'it begins with something else',
    'palette',
    (bytes) => bytes.fill(0, 0, 4),
    'unknown_format | file | begins with 00 00 00 00 d0 00 00 00, and nothing known was found in it; the formats read are Zeiss CZI, Aperio SVS, QPTIFF, Philips TIFF, Ventana BIF, Trestle TIFF, OME-TIFF and tiled or striped TIFF',
  ],
  [
    'it is an archive',
    'palette',
    (bytes) => new Uint8Array([0x50, 0x4b, 3, 4, ...bytes.subarray(4)]),
    'unknown_format | file | begins with 50 4b 03 04 d0 00 00 00 (a ZIP archive), in which no entry could be read; the formats read are Zeiss CZI, Aperio SVS, QPTIFF, Philips TIFF, Ventana BIF, Trestle TIFF, OME-TIFF and tiled or striped TIFF',
  ],
  [
    'its offsets have 4 bytes in BigTIFF',
    'zstd-floats',
    (bytes) => bytes.fill(4, 5, 6),
    'malformed | TIFF header | says that offsets have 4 bytes; BigTIFF knows only 8',
  ],
  [
    'it was never finished',
    'written-bigtiff',
    firstDirectory(0),
    'malformed | TIFF header | names no directory; the file was not finished',
  ],
  [
    'its first directory lies beyond the end',
    'palette',
    firstDirectory(1_000_000),
    'truncated | IFD 0 | lies at 1000000 and goes beyond the end of the file ({size} bytes)',
  ],
  [
    'its first directory lies beyond every file',
    'zstd-floats',
    firstDirectory(2 ** 63),
    'truncated | IFD 0 | lies at 9223372036854776000 and goes beyond the end of the file ({size} bytes)',
  ],
  [
    'its directory is followed by itself',
    'palette',
    circle,
    'opens as generic-tiff; IFD 1: is IFD 0 again: the chain never ends; directories that may come after IFD 0 are left out',
  ],
  [
    'its directory has more entries than bytes',
    'palette',
    entries(4000),
    'truncated | IFD 0 | lies at 210 and goes beyond the end of the file ({size} bytes)',
  ],
  [
    'its directory has too many entries',
    'palette',
    entries(5000),
    'too_large | IFD 0 | has 5000 entries, more than the 4096 allowed',
  ],
  [
    'a value has an unknown type',
    'palette',
    field(tags.bitsPerSample, { type: 99 }),
    'malformed | IFD 0 | BitsPerSample has the field type 99, which does not exist',
  ],
  [
    'a value lies beyond the end',
    'palette',
    field(tags.colorMap, { value: 1_000_000 }),
    'truncated | IFD 0 | ColorMap has 96 bytes at 1000000, which go beyond the end of the file ({size} bytes)',
  ],
  [
    'a count is beyond every file',
    'palette',
    field(tags.imageWidth, { count: 2 ** 31 }),
    'truncated | IFD 0 | ImageWidth has 8589934592 bytes at 20, which go beyond the end of the file ({size} bytes)',
  ],

  [
    'it has no width',
    'palette',
    without(tags.imageWidth),
    'malformed | IFD 0 | holds no image: ImageWidth is missing',
  ],
  [
    'its width is 0',
    'palette',
    field(tags.imageWidth, { value: 0 }),
    'malformed | IFD 0 | has an image of 0 × 20 pixels',
  ],
  [
    'its width is beyond the limit',
    'palette',
    field(tags.imageWidth, { value: 2 ** 32 - 1 }),
    'too_large | IFD 0 | has an image of 4294967295 × 20 pixels; 4000000 a side are allowed',
  ],
  [
    'its width is a fraction',
    'palette',
    field(tags.imageWidth, { type: fieldTypes.float }),
    'malformed | IFD 0 | ImageWidth has the field type 11, which is not for whole numbers',
  ],
  [
    'its tiles have no width',
    'webp',
    field(tags.tileWidth, { value: 0 }),
    'malformed | IFD 0 | has tiles of 0 × 32 pixels',
  ],
  [
    'its tiles are too wide',
    'webp',
    field(tags.tileWidth, { value: 10_000 }),
    'too_large | IFD 0 | has tiles of 10000 × 32 pixels; 8192 a side are allowed',
  ],
  [
    'its samples have 17 bits',
    'palette',
    field(tags.bitsPerSample, { value: 17 }),
    'unsupported | IFD 0 | has unsigned samples of 17 bits, which are not read; unsigned integers of 1 to 16, 24, 32 and 64 bits, signed ones of 8, 16, 24, 32 and 64 bits and floating-point numbers of 16, 32 and 64 bits are',
  ],
  [
    'its samples have different bits',
    'webp',
    field(tags.bitsPerSample, { count: 2, value: 8 }),
    'unsupported | IFD 0 | has samples of different kinds (BitsPerSample 8, 0), which are not read',
  ],
  [
    'its planar configuration is 3',
    'webp',
    field(tags.planarConfiguration, { value: 3 }),
    'malformed | IFD 0 | has the planar configuration 3; only 1 and 2 exist',
  ],
  [
    'its photometric interpretation is unknown',
    'webp',
    field(tags.photometric, { value: 77 }),
    'unsupported | IFD 0 | has the photometric interpretation 77, which is not read',
  ],
  [
    'it is CMYK of three samples',
    'webp',
    field(tags.photometric, { value: 5 }),
    'malformed | IFD 0 | is CMYK (5), but has 3 samples a pixel',
  ],
  [
    'its compression is unknown',
    'webp',
    compression(12_345),
    'unsupported | IFD 0 | uses compression 12345, which is not read',
  ],
  [
    'it is compressed with JBIG',
    'tiled-jpeg',
    jbig,
    'unsupported | IFD 0 | uses JBIG (compression 34661), which is not read; convert it with "tiff2rgba -c zip IN OUT"',
  ],
  [
    'its palette is too short',
    'palette',
    field(tags.colorMap, { count: 30 }),
    'malformed | IFD 0 | has a palette of 30 values; 48 are needed for 4 bits',
  ],
  [
    'it has too few strips',
    'lzw-strips',
    field(tags.stripOffsets, { count: 1 }),
    'opens as generic-tiff; IFD 0: is stored in 4 strips, but says of only 1 where they lie; the pixels of the other 3 are missing; truncated | IFD 0 strip 0 | has 681 bytes at 2724, which go beyond the end of the file ({size} bytes)',
  ],
  [
    'it has fewer lengths than strips',
    'lzw-strips',
    field(tags.stripByteCounts, { count: 1 }),
    'opens as generic-tiff; IFD 0: is stored in 4 strips, but says of only 1 how long they are; the pixels of the other 3 are missing',
  ],
  [
    'its smaller levels lead back to it',
    'deflate-pyramid',
    levelsLeadBack,
    'malformed | IFD 0 SubIFD 0 | leads back to a directory above it, at 4630',
  ],
]

testMalformed(cases)
