import { describe, expect, test } from 'vitest'
import { nucleusClasses } from './nucleus.ts'
import { makeExample, sampleAt } from './test-support/example-tissue.ts'

const tissue = makeExample()
const truth = tissue.truth()

describe('a procedural slide is hard enough to be of use', () => {
  test('it has at least 2,500 nuclei a mm² of tissue', () => {
    const mask = tissue.tissueMask(4)
    let inside = 0
    for (const value of mask.data) if (value > 0) inside++
    const area = (inside * (4 * tissue.mpp) ** 2) / 1e6
    expect(area).toBeCloseTo(truth.tissueArea, 1)
    expect([...tissue.allNuclei()].length / area).toBeGreaterThanOrEqual(2500)
    expect(truth.density).toBeGreaterThanOrEqual(2500)
  })

  test('at least a tenth of the nuclei touch another, and the labelled pixels show it', () => {
    expect(truth.touching / truth.nuclei).toBeGreaterThanOrEqual(0.1)
    const [x, y, side] = [500, 300, 800]
    const labels = tissue.labels(x, y, side, side)
    const meeting = new Set<number>()
    for (let j = 0; j < side - 1; j++)
      for (let i = 0; i < side - 1; i++) {
        const here = sampleAt(labels, i, j)
        for (const other of [sampleAt(labels, i + 1, j), sampleAt(labels, i, j + 1)])
          if (here !== 0 && other !== 0 && here !== other) meeting.add(here).add(other)
      }
    const nuclei = tissue.nucleiIn(x, y, side, side)
    expect(meeting.size / nuclei.length).toBeGreaterThanOrEqual(0.1)
    const flagged = nuclei.filter((nucleus) => nucleus.touching > 0)
    const shown = flagged.filter((nucleus) => meeting.has(nucleus.id))
    expect(shown.length / flagged.length).toBeGreaterThan(0.9)
  })

  test('areas of nuclei vary by at least a quarter of their mean', () => {
    const areas = [...tissue.allNuclei()].map((nucleus) => nucleus.areaMicrons)
    const mean = areas.reduce((a, b) => a + b) / areas.length
    const deviation = Math.sqrt(areas.reduce((sum, area) => sum + (area - mean) ** 2, 0) / areas.length)
    expect(deviation / mean).toBeGreaterThanOrEqual(0.25)
    expect(truth.areaVariation).toBeCloseTo(deviation / mean, 6)
  })

  test('noise in tissue has a standard deviation of at least 6 levels in each colour', () => {
    const quiet = makeExample({ noise: 0 })
    const [x, y, side] = [700, 500, 256]
    const noisy = tissue.render(x, y, side, side)
    const clean = quiet.render(x, y, side, side)
    for (let c = 0; c < 3; c++) {
      let [count, squares] = [0, 0]
      for (let i = c; i < clean.data.length; i += 3) {
        const level = clean.data[i] as number
        if (level > 230 || level < 25) continue
        count++
        squares += ((noisy.data[i] as number) - level) ** 2
      }
      expect(count).toBeGreaterThan(25_000)
      expect(Math.sqrt(squares / count)).toBeGreaterThanOrEqual(6)
    }
  })
})

describe('the ground truth is that of the pixels', () => {
  const [x, y, side] = [200, 100, 700] as const
  const quiet = makeExample({ width: 1100, height: 900, noise: 0, defects: {} })
  const pixels = quiet.render(0, 0, quiet.width, quiet.height)

  test('nuclei are darker than what lies around them', () => {
    const labels = quiet.labels(x, y, side, side)
    let [inside, insideSum, outside, outsideSum] = [0, 0, 0, 0]
    for (let i = 0; i < labels.data.length; i++) {
      const red = sampleAt(pixels, x + (i % side), y + Math.floor(i / side))
      if ((labels.data[i] as number) > 0) {
        inside++
        insideSum += red
      } else {
        outside++
        outsideSum += red
      }
    }
    expect(insideSum / inside).toBeLessThan(140)
    expect(outsideSum / outside).toBeGreaterThan(185)
  })

  test('a nucleus has as many labelled pixels as its area says', () => {
    const labels = quiet.labels(x, y, side, side)
    const counts = new Map<number, number>()
    for (const id of labels.data) counts.set(id, (counts.get(id) ?? 0) + 1)
    const free = quiet
      .nucleiIn(x + 40, y + 40, side - 80, side - 80)
      .filter((nucleus) => nucleus.touching === 0)
    const errors = free.map((nucleus) => Math.abs((counts.get(nucleus.id) ?? 0) / nucleus.area - 1))
    errors.sort((a, b) => a - b)
    expect(free.length).toBeGreaterThan(200)
    expect(errors[Math.floor(errors.length * 0.5)]).toBeLessThan(0.02)
    expect(errors[Math.floor(errors.length * 0.97)]).toBeLessThan(0.12)
    expect(free.every((nucleus) => nucleus.areaMicrons === nucleus.area * quiet.mpp ** 2)).toBe(true)
  })

  test('every class of nucleus occurs', () => {
    for (const name of nucleusClasses) expect(truth.classes[name], name).toBeGreaterThan(0)
    expect(Object.values(truth.classes).reduce((a, b) => a + b)).toBe(truth.nuclei)
  })

  test('the tissue mask parts glass from tissue and covers the share asked for', () => {
    const downsample = 8
    const mask = quiet.tissueMask(downsample)
    let [wrong, tissuePixels] = [0, 0]
    for (let row = 0; row < mask.height; row++)
      for (let column = 0; column < mask.width; column++) {
        const inTissue = sampleAt(mask, column, row) > 0
        if (inTissue) tissuePixels++
        const [x, y] = [column * downsample + 4, row * downsample + 4]
        // Glass is never dark; tissue may be light where fat, a lumen or a crack is.
        if (!inTissue && y < quiet.height && sampleAt(pixels, x, y, 1) < 225) wrong++
      }
    expect(wrong / (mask.width * mask.height)).toBeLessThan(0.001)
    expect(tissuePixels / (mask.width * mask.height)).toBeCloseTo(quiet.options.coverage, 1)
  })
})
