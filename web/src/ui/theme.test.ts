import { describe, expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { createAppTheme, longestMotion, type ThemeMode, type Tokens, tokens } from './theme.ts'

const aaText = 4.5
const aaControl = 3

const grounds = ['background', 'surface', 'raised'] as const

const textPairs: [keyof Tokens, keyof Tokens][] = [
  ...grounds.flatMap((ground): [keyof Tokens, keyof Tokens][] => [
    ['text', ground],
    ['muted', ground],
    ['primary', ground],
    ['pass', ground],
    ['warn', ground],
    ['fail', ground],
    ['info', ground],
  ]),
  ['text', 'accent'],
  ['muted', 'accent'],
  ['primary', 'accent'],
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryHover'],
  ['background', 'text'],
]

describe.each(['light', 'dark'] satisfies ThemeMode[])('the %s theme', (mode) => {
  test.each(textPairs)('%s on %s can be read (AA)', (front, ground) => {
    expect(contrast(tokens[mode][front], tokens[mode][ground])).toBeGreaterThanOrEqual(aaText)
  })

  test.each(grounds)('edges of controls can be found on %s', (ground) => {
    expect(contrast(tokens[mode].outline, tokens[mode][ground])).toBeGreaterThanOrEqual(aaControl)
  })

  test('words on a filled status button can be read (AA)', () => {
    const { success, warning, error, info } = createAppTheme(mode).palette
    for (const { main, contrastText } of [success, warning, error, info]) {
      expect(contrast(main, contrastText)).toBeGreaterThanOrEqual(aaText)
    }
  })

  test('nothing moves longer than allowed', () => {
    const { duration } = createAppTheme(mode).transitions
    expect(Math.max(...Object.values(duration))).toBeLessThanOrEqual(longestMotion)
  })
})

test('contrast of known pairs', () => {
  expect(contrast('#000000', '#FFFFFF')).toBe(21)
  expect(contrast('#FFFFFF', '#FFFFFF')).toBe(1)
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
})
