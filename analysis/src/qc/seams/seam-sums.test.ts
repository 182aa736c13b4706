import { expect, test } from 'vitest'
import { hash } from '../../test-support/made-picture.ts'
import {
  addLevel,
  addUpright,
  clip,
  createLineSums,
  fastCounter,
  meanStep,
  plainCounter,
  unknownLight,
} from './seam-sums.ts'

const [width, height] = [70, 300]

/** Steps of all sizes: clipped ones and not, edges of tissue, and parts that were never scanned. */
const lightAt = (x: number, y: number) =>
  y % 40 < 3 && x % 9 < 5
    ? unknownLight
    : -20_000 + (hash(x, y) % (y % 3 === 0 ? 9000 : y % 3 === 1 ? 900 : 60))

/** Count and mean of the steps that count, by what the words say. */
function summed(places: readonly (readonly [before: number, after: number])[], shift: number) {
  const steps = places
    .filter(([before, after]) => before !== unknownLight && after !== unknownLight)
    .map(([before, after]) => after - before)
    .filter((step) => Math.abs(step) <= 5000)
    .map((step) => Math.floor((Math.max(-clip, Math.min(clip, step)) + clip) / 2 ** shift))
  const sum = steps.reduce((total, step) => total + step, 0)
  return {
    count: steps.length,
    mean: steps.length === 0 ? 0 : (sum / steps.length + 0.5) * 2 ** shift - clip,
  }
}

test.each([
  ['plainly', plainCounter],
  ['many at a time', fastCounter],
])('steps of light are counted, clipped and summed along every line, %s', (_, createCounter) => {
  // Two columns and two rows before its own pixels, which begin at 256, 250: within the first band of rows.
  const [x, y] = [256, 250]
  const counter = createCounter()
  const light = counter.lightOf(width * height)
  light.forEach((_, at) => {
    light[at] = lightAt(at % width, Math.floor(at / width))
  })
  const upright = createLineSums(x + width, y + height)
  const level = createLineSums(y + height, x + width)
  addUpright({ width, height, light, x, y }, upright, counter)
  addLevel({ width, height, light, x, y }, level, counter)
  for (let column = 1; column < width - 1; column += 1)
    for (let band = 0; band < upright.bands; band += 1) {
      const rows = Array.from({ length: height - 2 }, (_, index) => index + 2)
      const places = rows
        .filter((row) => Math.floor((y + row - 2) / upright.band) === band)
        .map((row) => [lightAt(column - 1, row), lightAt(column + 1, row)] as const)
      const found = meanStep(upright, band * upright.lines + x + column - 2)
      expect(found).toEqual(summed(places, upright.shift))
    }
  for (let row = 1; row < height - 1; row += 1) {
    const columns = Array.from({ length: width - 2 }, (_, index) => index + 2)
    const places = columns.map((column) => [lightAt(column, row - 1), lightAt(column, row + 1)] as const)
    const found = meanStep(level, level.lines + y + row - 2)
    expect(found).toEqual(summed(places, level.shift))
  }
})
