import { createTissue } from '@cresyl/slides'
import { describe, expect, test } from 'vitest'
import { runTiles, type TestPicture } from '../test-support/run-tiles.ts'
import { sortedThings } from '../test-support/sorted-things.ts'
import { nucleiFluorescence } from './nuclei-fluorescence.ts'

const side = 240
const tissue = createTissue({ seed: 43, width: side, height: side, stain: 'fluorescence', coverage: 0.8 })
const light = tissue.render(0, 0, side, side).data as Uint16Array
const mask = Uint8Array.from(tissue.tissueMask(1).data, (value) => (value ? 1 : 0))
const pictureOf = (plane: TestPicture['planes'][number]): TestPicture => ({
  width: side,
  height: side,
  planes: [plane],
  samples: 1,
  tissue: mask,
})
const whole = runTiles(nucleiFluorescence, pictureOf(light), { largest: 4095 })

describe('on a made slide with DAPI', () => {
  test('exactly the same nuclei are found however it is cut', () => {
    const expected = sortedThings(whole.things.nuclei)
    expect(expected.length).toBeGreaterThan(25)
    const tiled = runTiles(nucleiFluorescence, pictureOf(light), { tile: 130, largest: 4095 })
    expect(sortedThings(tiled.things.nuclei)).toEqual(expected)
    expect(tiled.tallies).toEqual(whole.tallies)
  })

  test('the mean of the channel is that of what lies within', () => {
    const found = whole.things.nuclei
    for (let n = 0; n < (found?.count ?? 0); n += 1) {
      const mean = found?.measurements[4 * n + 3] as number
      expect(mean).toBeGreaterThan(whole.learned.dark as number)
      expect(mean).toBeLessThan(4095)
    }
  })

  test('how bright the camera was makes no difference', () => {
    const half = pictureOf(Float32Array.from(light, (value) => value / 4096))
    const other = runTiles(nucleiFluorescence, half, { largest: 1 })
    expect(other.scores.count).toBe(whole.scores.count)
    expect(other.scores.mean_area).toBeCloseTo(whole.scores.mean_area as number, 6)
  })
})

test('dark, even and missing light hold no nuclei', () => {
  for (const value of [0, 300, Number.NaN]) {
    const even = pictureOf(new Float32Array(side * side).fill(value))
    expect(runTiles(nucleiFluorescence, even, { largest: 1 }).scores.count).toBe(0)
  }
  const { learned, scores } = runTiles(nucleiFluorescence, pictureOf(light), { samples: [] })
  expect(learned).toEqual({ dark: 0, strong: 0 })
  expect(scores.count).toBe(0)
})

test('colours are refused', () => {
  const colors: TestPicture = { width: 4, height: 4, planes: [new Uint8Array(48)], samples: 3 }
  expect(() => runTiles(nucleiFluorescence, colors)).toThrow('a channel of fluorescence')
})
