import { expect, test } from 'vitest'
import { samplesFolder } from '../test-support/test-samples.ts'
import { describeAsLibvipsReads } from './test-support/as-libvips-reads.ts'
import { filesForLibvips, isLarge } from './test-support/files-for-libvips.ts'
import { expectAlike } from './test-support/pixel-difference.ts'
import { hasVips } from './test-support/test-programs.ts'

test('pictures that differ are told apart, and the failure says how far', () => {
  const pixel = (...data: number[]) =>
    ({ width: 1, height: 1, samples: 3, pixelType: 'f32', data: Float32Array.from(data) }) as const
  expectAlike(pixel(1, 2, 3), pixel(1, 2, 3))
  expectAlike(pixel(1, 2, 3), pixel(1, 4, 3), 2)
  expect(() => expectAlike(pixel(1, 2, 3), pixel(1, 5, 3), 2)).toThrow('largest 3, mean 1.0000, 1 of 3')
  expect(() => expectAlike(pixel(1, 2, 3), pixel(1, Number.NaN, 3), 2)).toThrow('largest NaN')
  expect(() => expectAlike(pixel(1, 2, 3), { ...pixel(1, 2, 3), pixelType: 'u32' })).toThrow()
})

if (samplesFolder && hasVips) describeAsLibvipsReads(filesForLibvips().filter((file) => !isLarge(file)))
