import { tags } from '../tiff/tags.ts'
import { cutTo, everyEntry, headerNumber, segmentNumber } from './test-support/spoil.ts'
import { described, jbig, without } from './test-support/spoil-tiff.ts'
import { type MalformedCase, testMalformed } from './test-support/test-malformed.ts'

const recovered =
  'opens as zeiss; CZI directory: is damaged: 5 blocks were found without it, and others may be missing'

const cases: readonly MalformedCase[] = [
  [
    'OME-XML is broken',
    'ome-planes',
    described((text) => text.slice(0, 300)),
    'malformed | OME-XML | is not well-formed XML (1:300: unclosed tag: Image)',
  ],
  [
    'OME-XML uses an entity of its own',
    'ome-planes',
    described((text) => text.replace('"slide"', '"&a;"')),
    'malformed | OME-XML | is not well-formed XML (1:224: undefined entity.)',
  ],
  [
    'OME-XML has no image',
    'ome-planes',
    described(() => '<OME/>'),
    'malformed | OME-XML | describes no image',
  ],
  [
    'the metadata is elsewhere',
    'ome-planes',
    described(() => '<OME><BinaryOnly MetadataFile="a.ome"/></OME>'),
    'unsupported | OME-XML | is one of several files that make up the image (the metadata is in "a.ome"); combine them into one OME-TIFF, e.g. with bfconvert',
  ],
  [
    'OME names a page too many',
    'ome-planes',
    described((text) => text.replace('IFD="2"', 'IFD="40"')),
    'opens as ome; malformed | OME-XML | says that channel 0, focus plane 1, time point 0 is in IFD 40, but the file has 4',
  ],
  [
    'OME begins at a page too many',
    'ome-planes',
    described((text) => text.replace('IFD="0"', 'IFD="40"')),
    'malformed | OME-XML | says that channel 0, focus plane 0, time point 0 is in IFD 40, but the file has 4',
  ],
  [
    'OME names too few pages',
    'ome-planes',
    described((text) => text.replace(/<TiffData IFD="2".*?>/, '')),
    'opens as ome; malformed | OME-XML | names no page for channel 0, focus plane 1, time point 0',
  ],
  [
    'OME has no channels',
    'ome-planes',
    described((text) => text.replace('SizeC="2"', 'SizeC="0"')),
    'malformed | OME-XML | SizeC is "0"',
  ],
  [
    'OME has too many planes',
    'ome-planes',
    described((text) => text.replace('SizeT="1"', 'SizeT="99999"')),
    'too_large | OME-XML | has 399996 planes, more than 20000',
  ],

  [
    'an Aperio file has no tiled page of full size',
    'aperio',
    without(tags.tileWidth, tags.tileLength),
    'opens as generic-tiff; malformed | IFD 0 strip 0 | JPEG: holds 32 × 32 × 3 where 70 × 50 × 3 is expected',
  ],
  [
    'an Aperio image can’t be read',
    'aperio',
    jbig,
    'unsupported | IFD 0 | uses JBIG (compression 34661), which is not read; convert it with "tiff2rgba -c zip IN OUT"',
  ],
  [
    'QPTIFF doesn’t say what a page shows',
    'qptiff',
    described((text) => text.replaceAll('ImageType', 'Type')),
    'opens as qptiff',
  ],
  [
    'QPTIFF has broken XML',
    'qptiff',
    described((text) => text.slice(0, 150)),
    'malformed | IFD 0 ImageDescription | is not well-formed XML (1:150: unclosed tag: PerkinElmer-QPI-ImageDescription)',
  ],
  [
    'an ImageJ stack lacks pages',
    'imagej-stack',
    described((text) => text.replace('=4', '=9')),
    'unsupported | IFD 0 | belongs to an ImageJ stack of 9 planes but only 4 directories, which is not read; save it as OME-TIFF',
  ],

  [
    'a CZI is one of several parts',
    'czi',
    headerNumber(80, 1),
    'unsupported | CZI header | is part 1 of a file in several parts, which is not read; save it as one file',
  ],
  ['a CZI was never finished', 'czi', headerNumber(84, 0), recovered],
  ['a CZI’s directory lies beyond the end', 'czi', headerNumber(84, 1_000_000), recovered],
  ['a CZI’s directory is cut off', 'czi', segmentNumber('ZISRAWDIRECTORY', 32, 1000), recovered],
  [
    'a CZI’s subblock lies beyond the end',
    'czi',
    segmentNumber('ZISRAWDIRECTORY', 166, 1_000_000),
    recovered,
  ],
  [
    'a CZI’s pixels are of an unknown type',
    'czi',
    everyEntry(2, 77),
    'unsupported | CZI image | has pixels of the type 77, which is not read',
  ],
  [
    'a CZI’s subblock has an unknown compression',
    'czi',
    segmentNumber('ZISRAWDIRECTORY', 178, 3),
    'opens as zeiss; CZI image: is compressed with method 3, which is not read; save it again uncompressed, with Zstd or with JPEG XR',
  ],
  [
    'a CZI’s metadata is cut off',
    'czi',
    segmentNumber('ZISRAWMETADATA', 32, 100_000),
    'opens as zeiss; CZI metadata: has 100000 bytes, but the file ends before',
  ],
  [
    'a CZI’s metadata is broken',
    'czi',
    segmentNumber('ZISRAWMETADATA', 32, 100),
    'opens as zeiss; CZI metadata: is not well-formed XML (1:100: unclosed tag: Dimensions)',
  ],
  [
    'a CZI ends in its header',
    'czi',
    cutTo(100),
    'truncated | CZI header | lies at byte 0 and goes beyond the end of the file ({size} bytes)',
  ],
]

testMalformed(cases)
