import { expect, test } from 'vitest'
import { makeExample } from './test-support/example-tissue.ts'

const bright = makeExample()
const dark = makeExample({ stain: 'fluorescence' })
const region = [500, 300, 400, 400] as const

test('it has two named channels of 12 bits in 16', () => {
  expect(dark.channels.map(({ name }) => name)).toEqual(['DAPI', 'Eosin'])
  expect([dark.pixelType, dark.samples, dark.bitDepth]).toEqual(['u16', 1, 12])
})

test('the same nuclei lie at the same places as on the H&E slide', () => {
  expect(dark.nucleiIn(...region)).toEqual(bright.nucleiIn(...region))
  const labels = dark.labels(...region)
  expect(labels).toEqual(bright.labels(...region))
})

test('DAPI shines in nuclei and eosin around them, above the background and below what the camera holds', () => {
  const labels = dark.labels(...region).data
  const [nuclear, cytoplasm] = [0, 1].map((c) => dark.render(...region, { c }).data)
  const means = (data: ArrayLike<number> = []) => {
    let [inside, insideSum, outside, outsideSum, saturated] = [0, 0, 0, 0, 0]
    for (let i = 0; i < labels.length; i++) {
      const value = data[i] as number
      if (value >= 4095) saturated++
      if ((labels[i] as number) > 0) {
        inside++
        insideSum += value
      } else {
        outside++
        outsideSum += value
      }
    }
    return { inside: insideSum / inside, outside: outsideSum / outside, saturated: saturated / labels.length }
  }
  const dapi = means(nuclear)
  const eosin = means(cytoplasm)
  expect(dapi.inside).toBeGreaterThan(900)
  expect(dapi.outside).toBeLessThan(300)
  expect(eosin.outside).toBeGreaterThan(500)
  expect(eosin.inside).toBeGreaterThan(300)
  expect(Math.max(dapi.saturated, eosin.saturated)).toBeLessThan(0.001)
})

test('on glass there is a background, and noise grows with the square root of the light', () => {
  const quiet = makeExample({ stain: 'fluorescence', noise: 0 })
  const background = dark.render(0, 0, 64, 64, { c: 0 }).data
  for (const value of background) {
    expect(value).toBeGreaterThan(80)
    expect(value).toBeLessThan(220)
  }
  const noisy = dark.render(...region, { c: 0 }).data
  const clean = quiet.render(...region, { c: 0 }).data
  const deviation = (low: number, high: number) => {
    let [count, squares] = [0, 0]
    for (let i = 0; i < clean.length; i++) {
      const value = clean[i] as number
      if (value < low || value > high) continue
      count++
      squares += ((noisy[i] as number) - value) ** 2
    }
    expect(count).toBeGreaterThan(200)
    return Math.sqrt(squares / count)
  }
  const [faint, strong] = [deviation(140, 260), deviation(1500, 2200)]
  expect(faint).toBeGreaterThan(6)
  expect(strong / faint).toBeGreaterThan(2)
  expect(strong).toBeCloseTo(Math.sqrt((1750 - 110) / 1.6 + 36), -1)
})
