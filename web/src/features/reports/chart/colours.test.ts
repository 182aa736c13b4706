import { contrast } from '@cresyl/contract/slides/contrast'
import { describe, expect, test } from 'vitest'
import { noBranding, tokensOf } from '../../../ui/frame/theme.ts'
import { chartColours, coloursOf } from './colours.ts'

/** What is left of linear red, green and blue to who lacks one kind of cone (Machado 2009, severity 1). */
const blindness = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
}

describe.each(['light', 'dark'] as const)('in the %s theme', (mode) => {
  const tokens = tokensOf(mode, noBranding)

  test.each(chartColours[mode])('%s is seen against the surface', (colour) => {
    expect(contrast(colour, tokens.surface)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries(blindness))('colours are told apart with %s', (_name, matrix) => {
    const seen = chartColours[mode].map((colour) => labOf(colour, matrix))
    const distances = seen.flatMap((a, at) =>
      seen.slice(at + 1).map((b) => Math.hypot(...a.map((v, i) => v - (b[i] ?? 0)))),
    )
    expect(Math.min(...distances)).toBeGreaterThan(20)
  })
})

test('states have their own colours, all else one each', () => {
  const tokens = tokensOf('light', noBranding)
  const colours = coloursOf(['passed', 'a', 'failed', 'b', 'others'], tokens, 'light')
  expect(colours.get('passed')).toBe(tokens.pass)
  expect(colours.get('failed')).toBe(tokens.fail)
  expect(colours.get('a')).toBe(chartColours.light[0])
  expect(colours.get('b')).toBe(chartColours.light[1])
  expect(colours.get('others')).toBe(tokens.muted)
})

function labOf(colour: string, matrix: readonly number[]): number[] {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const times = (rows: readonly number[], values: readonly number[]) =>
    [0, 1, 2].map((row) => values.reduce((sum, value, at) => sum + value * (rows[row * 3 + at] ?? 0), 0))
  const seen = times(matrix, linear).map((value) => Math.min(1, Math.max(0, value)))
  const xyz = times([0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505], seen)
  const [x = 0, y = 0, z = 0] = xyz.map((value, at) => Math.cbrt(value / ([0.9505, 1, 1.089][at] ?? 1)))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
