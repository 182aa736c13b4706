import { describe, expect, test } from 'vitest'
import { SlideError } from '../errors.ts'
import { samplePath, samplesFolder } from '../test-support/test-samples.ts'
import { openPage } from '../tiff/page.ts'
import { allDirectories, withTiff } from './test-support/own-pixels.ts'
import { sampleFiles } from './test-support/sample-files.ts'
import { hasLibtiff } from './test-support/test-programs.ts'
import { ownFacts, parseTiffinfo, tiffinfo } from './test-support/tiffinfo.ts'

const printed = `=== TIFF directory 0 ===
TIFF Directory at offset 0x10 (16)
  Subfile Type: (0 = 0x0)
  Image Width: 2220 Image Length: 2967 Image Depth: 1
  Tile Width: 240 Tile Length: 256
  Resolution: 40000, 20000.5 pixels/cm
  Bits/Sample: 16
  Sample Format: signed integer
  Compression Scheme: 33005 (0x80ed)
  Photometric Interpretation: min-is-black
  FillOrder: lsb-to-msb
  Orientation: row 0 rhs, col 0 top
  Samples/Pixel: 1
  Planar Configuration: separate image planes
  Predictor: horizontal differencing 2 (0x2)
--- EXIF directory within directory 0
TIFF Directory at offset 0x99 (153)
  MakerNote: 0x4b
`

test('what tiffinfo prints is understood', () => {
  expect([...parseTiffinfo(printed)]).toEqual([
    [
      16,
      {
        width: 2220,
        height: 2967,
        tileWidth: 240,
        tileHeight: 256,
        resolution: '40000, 20000.5',
        bits: 16,
        samples: 1,
        sampleFormat: 2,
        compression: 33005,
        photometric: 1,
        planar: 2,
        fillOrder: 2,
        orientation: 6,
        predictor: 2,
      },
    ],
  ])
})

if (samplesFolder && hasLibtiff) {
  // libtiff refuses an image without rows, as we do.
  const files = sampleFiles('svs', 'tiff', 'ome', 'qptiff').filter((file) => !file.endsWith('li_zero_gi.tif'))

  describe.each(files)('%s', (file) => {
    test('has the directories and sub-directories that tiffinfo lists, each as it describes it', () =>
      withTiff(samplePath(file), async (tiff) => {
        const theirs = await tiffinfo(samplePath(file))
        const directories = await allDirectories(tiff)
        const offsets = directories.map(({ directory }) => directory.offset)
        expect(offsets.sort((a, b) => a - b)).toEqual([...theirs.keys()].sort((a, b) => a - b))
        for (const { directory } of directories) {
          expect(await ownFacts(directory), directory.label).toEqual(theirs.get(directory.offset))
        }
      }))

    test('has pages of the sizes that tiffinfo gives', () =>
      withTiff(samplePath(file), async (tiff) => {
        const theirs = await tiffinfo(samplePath(file))
        for (const { directory } of await allDirectories(tiff)) {
          const { width, height, tileWidth, tileHeight } = theirs.get(directory.offset) ?? {}
          const page = await openPage(tiff, directory).catch((error: unknown) => error)
          if (page instanceof SlideError && page.code === 'unsupported') continue
          expect(page).toMatchObject({ width, height, tiled: tileWidth !== undefined })
          if (tileWidth !== undefined) expect(page).toMatchObject({ tileWidth, tileHeight })
        }
      }))
  })
}
