import { expect, test } from 'vitest'
import { samplesFolder } from '../test-support/test-samples.ts'
import { describeAsOpenSlideReads, type Sample } from './test-support/as-openslide-reads.ts'
import { asOpenSlideWrites } from './test-support/openslide.ts'
import { hasOpenSlide, hasVips } from './test-support/test-programs.ts'

/** What OpenSlide reads of them; it takes files of several channels for one grey image and is no judge there. */
const samples: readonly Sample[] = [
  // Where some rows are compared, samples-by-openslide.long.ts compares all.
  {
    file: 'svs/CMU-1-Small-Region.svs',
    tolerance: 2,
    rows: 600,
    associated: { thumbnail: [1, 2], label: [2, 0], macro: [3, 2] },
  },
  { file: 'svs/small.svs', tolerance: 2, associated: { thumbnail: [1, 2] } },
  {
    file: 'svs/tcga-cr-7395-01a-01-ts1.svs',
    tolerance: 1,
    from: 1,
    rows: 250,
    associated: { thumbnail: [1, 2] },
  },
  { file: 'tiff/boxes.tiff', tolerance: 0, levels: 2 },
  { file: 'tiff/irs_tiled-jpeg-rgb-u8.tif', tolerance: 2 },
]

test('rows are mixed as OpenSlide mixes them where a group begins between two', () => {
  const data = Uint8Array.from({ length: 32 }, (_, row) => row * 8)
  const column = { width: 1, height: 32, samples: 1, pixelType: 'u8', data } as const
  expect(asOpenSlideWrites(column, 2).data).toEqual(data)
  // The second group begins at pixel 36 of full resolution, which is row 15.65.
  expect([...asOpenSlideWrites(column, 2.3).data.slice(14, 18)]).toEqual([112, 120, 125, 133])
})

if (samplesFolder && hasOpenSlide && hasVips) describeAsOpenSlideReads(samples)
