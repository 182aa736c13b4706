import type { PixelTile } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { hash } from '../test-support/made-picture.ts'
import { addPixels, countPixels, rgbMeansWriter, writeMeans, writeRgbMeans } from './overview-sums.ts'

test.each([
  [8, 6, 2, 3],
  [7, 5, 2, 2],
  [9, 4, 4, 1],
  [32, 6, 2, 2],
])('means that are written at once are those of sums and counts: %d × %d by %d × %d', (...sizes) => {
  const [width, height, factorX, factorY] = sizes
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => hash(at, 4) % 256)
  const tile: PixelTile = { width, height, samples: 3, pixelType: 'u8', data }
  const [across, down] = [2 + Math.ceil(width / factorX), 1 + Math.ceil(height / factorY)]
  // The tile begins two pixels from the left and one from above.
  const place = { x: 2 * factorX, y: factorY, factorX, factorY, width: across, heldRows: down }
  const [sums, counts] = [new Float64Array(across * down * 3), new Uint32Array(across * down)]
  addPixels(data, tile, 3, sums, place)
  countPixels(tile, counts, place)
  const summed = new Uint8Array(across * down * 3)
  writeMeans(summed, sums, counts, 3)
  const atOnce = new Uint8Array(across * down * 3)
  writeRgbMeans(data, tile, atOnce, place)
  expect(atOnce).toEqual(summed)
  const quickly = new Uint8Array(across * down * 3)
  rgbMeansWriter()(data, tile, quickly, place)
  expect(quickly).toEqual(summed)
})
