import { describe, expect, test } from 'vitest'
import { isDigitalZoom, magnificationOf, readout, resolutionFor, zoomSteps } from './objective.ts'
import { testImage } from './test-view.ts'

const size = { width: 1000, height: 800 }
const large = { width: 80_000, height: 60_000 }
const scanAt = (mpp: number | null, objective: number | null = null) =>
  testImage({ ...large, mpp_x: mpp, mpp_y: mpp, objective })

describe('magnification', () => {
  test('40× has a quarter of a µm in a pixel of the screen', () => {
    expect(magnificationOf(scanAt(0.25), 1)).toBeCloseTo(40)
    expect(magnificationOf(scanAt(0.5), 1)).toBeCloseTo(20)
    expect(magnificationOf(scanAt(0.25), 8)).toBeCloseTo(5)
  })

  test('is that of the objective where the pixels are about as large as usual', () => {
    expect(magnificationOf(scanAt(0.2208, 40), 1)).toBe(40)
    expect(magnificationOf(scanAt(0.499, 20), 2)).toBe(10)
  })

  test('is by µm where an adapter makes the objective tell something else', () => {
    expect(magnificationOf(scanAt(0.25, 20), 1)).toBeCloseTo(40)
  })

  test('leads back to the resolution', () => {
    for (const image of [scanAt(0.25), scanAt(0.499, 20), scanAt(null, 20)]) {
      const resolution = resolutionFor(image, 7)
      expect(resolution && magnificationOf(image, resolution)).toBeCloseTo(7)
    }
  })

  test('is unknown without scale and objective, and by the objective with that alone', () => {
    expect(magnificationOf(scanAt(null), 1)).toBeUndefined()
    expect(resolutionFor(scanAt(null), 20)).toBeUndefined()
    expect(magnificationOf(scanAt(null, 20), 2)).toBe(10)
  })
})

describe('steps', () => {
  test('a scan at 40× has all objectives on the keys 1 to 7', () => {
    const steps = zoomSteps(scanAt(0.25, 40), size)
    expect(steps.map(({ key, label }) => `${key} ${label}`)).toEqual([
      '1 Fit',
      '2 1.25×',
      '3 2.5×',
      '4 5×',
      '5 10×',
      '6 20×',
      '7 40×',
    ])
    expect(steps.at(-1)).toMatchObject({ resolution: 1, isDigital: false })
  })

  test('a scan at 20× has 40× as a digital zoom, one at 5× does not have it', () => {
    expect(zoomSteps(scanAt(0.5, 20), size).at(-1)).toMatchObject({ label: '40×', isDigital: true })
    expect(zoomSteps(scanAt(2, 5), size).map(({ label }) => label)).not.toContain('20×')
  })

  test('a small image has no steps at which it would be a speck, and keys keep their meaning', () => {
    const small = testImage({ width: 3000, height: 2000, mpp_x: 0.25, mpp_y: 0.25, objective: 40 })
    expect(zoomSteps(small, size).map(({ key, label }) => `${key} ${label}`)).toEqual([
      '1 Fit',
      '5 10×',
      '6 20×',
      '7 40×',
    ])
  })

  test('without a scale they are told in pixels', () => {
    const labels = zoomSteps(scanAt(null), size).map(({ label }) => label)
    expect(labels).toEqual(['Fit', '1:32', '1:16', '1:8', '1:4', '1:2', '1:1'])
  })

  test('an image of one pixel can be shown whole', () => {
    const pixel = testImage({ width: 1, height: 1, mpp_x: null, mpp_y: null, objective: null })
    expect(zoomSteps(pixel, size)).toEqual([{ key: 1, label: 'Fit', resolution: null, isDigital: true }])
  })
})

describe('readout', () => {
  test('says what a person would', () => {
    const image = scanAt(0.25, 40)
    const said = [1, 2, 8.01, 32, 31.9, 13, 95, 0.3].map((resolution) => readout(image, resolution))
    expect(said).toEqual(['40×', '20×', '5×', '1.25×', '1.25×', '3.1×', '0.42×', '133×'])
  })

  test('without a scale tells pixels of the image to those of the screen', () => {
    const image = scanAt(null)
    expect([4, 1, 0.25, 3.14, 57.3].map((resolution) => readout(image, resolution))).toEqual([
      '1:4',
      '1:1',
      '4:1',
      '1:3.1',
      '1:57',
    ])
  })

  test('digital zoom begins where pixels are blown up, not by rounding', () => {
    expect([1, 0.999, 0.9, 2].map(isDigitalZoom)).toEqual([false, false, true, false])
  })
})
