import { expect, test } from 'vitest'
import { planPyramid } from './plan-pyramid.ts'
import type { PyramidOptions } from './pyramid-options.ts'

const options: PyramidOptions = {
  width: 10,
  height: 20,
  pixelType: 'u8',
  samples: 3,
  container: 'bigtiff',
  compression: { kind: 'jpeg' },
}

test('what was left out is filled in', () => {
  expect(planPyramid(options)).toMatchObject({
    tileSize: 256,
    smallestLevel: 512,
    bitDepth: 8,
    givenLevels: 1,
    overwrite: false,
    background: [255, 255, 255],
    compression: { kind: 'jpeg', quality: 90, subsampling: '4:2:0' },
  })
  expect(planPyramid({ ...options, pixelType: 'u16', compression: { kind: 'deflate' } })).toMatchObject({
    background: [65535, 65535, 65535],
    bitDepth: 16,
    compression: { kind: 'deflate', level: 6 },
  })
  expect(planPyramid({ ...options, samples: 1 }).background).toEqual([0])
  const twelveBits = { ...options, pixelType: 'u16', bitDepth: 12, compression: { kind: 'none' } } as const
  expect(planPyramid(twelveBits).background).toEqual([4095, 4095, 4095])
})

test.each<[Partial<PyramidOptions>, string]>([
  [{ width: 0 }, 'width is 0, not a whole number from 1 to 4000000'],
  [{ height: 1.5 }, 'height is 1.5, not a whole number from 1 to 4000000'],
  [{ width: Number.NaN }, 'width is NaN, not a whole number from 1 to 4000000'],
  [{ tileSize: 8 }, 'tileSize is 8, not a whole number from 16 to 2048'],
  [{ tileSize: 250 }, 'tileSize is 250, not a multiple of 16'],
  [{ pixelType: 'u16' }, 'asks for JPEG, which holds u8 only; use deflate'],
  [{ compression: { kind: 'jpeg', quality: 101 } }, 'quality is 101, not a whole number from 1 to 100'],
  [{ compression: { kind: 'deflate', level: 0 } }, 'level is 0, not a whole number from 1 to 9'],
  [{ sizeZ: 2 }, 'has 2 planes, which only OME-TIFF holds'],
  [{ channels: [{}, {}], container: 'ome-tiff' }, 'has 2 channels of RGB, not one'],
  [{ channels: [] }, 'channels is empty'],
  [{ bitDepth: 9 }, 'bitDepth is 9, not a whole number from 1 to 8'],
  [{ background: 256 }, 'background is 256, not a whole number from 0 to 255'],
  [{ samples: 1, background: [1, 2, 3] }, 'background has 3 values for 1 samples'],
  [{ mpp: { x: 0, y: 1 } }, 'mpp.x is 0, not a positive number'],
  [{ objective: Number.POSITIVE_INFINITY }, 'objective is Infinity, not a positive number'],
  [{ givenLevels: 0 }, 'givenLevels is 0, not a whole number from 1 to 9007199254740991'],
  [{ smallestLevel: 0 }, 'smallestLevel is 0, not a whole number from 1 to 4000000'],
])('%o is refused', (wrong, reason) => {
  expect(() => planPyramid({ ...options, ...wrong })).toThrow(
    expect.objectContaining({ code: 'out_of_range', structure: 'pyramid options', reason }),
  )
})
