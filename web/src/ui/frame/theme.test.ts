import { contrast } from '@cresyl/contract/slides/contrast'
import { describe, expect, test } from 'vitest'
import { createAppTheme, longestMotion, noBranding, type ThemeMode, type Tokens, tokensOf } from './theme.ts'

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

const brands = {
  ours: noBranding,
  'nearly black': { primary: '#101010', accent: '#F4F4F4' },
  orange: { primary: '#A34A00', accent: '#FFE3CC' },
  teal: { primary: '#00695C', accent: null },
}

const themes = (['light', 'dark'] satisfies ThemeMode[]).flatMap((mode) =>
  Object.entries(brands).map(([name, branding]) => ({ mode, name, branding })),
)

describe.each(themes)('the $mode theme in the colours $name', ({ mode, branding }) => {
  const tokens = tokensOf(mode, branding)

  test('words can be read on whatever they stand (AA)', () => {
    const failures = textPairs.filter(([front, ground]) => contrast(tokens[front], tokens[ground]) < aaText)
    expect(failures).toEqual([])
  })

  test('edges of controls can be found', () => {
    const failures = grounds.filter((ground) => contrast(tokens.outline, tokens[ground]) < aaControl)
    expect(failures).toEqual([])
  })

  test('words on a filled status button can be read (AA)', () => {
    const { success, warning, error, info } = createAppTheme(mode, branding).palette
    for (const { main, contrastText } of [success, warning, error, info]) {
      expect(contrast(main, contrastText)).toBeGreaterThanOrEqual(aaText)
    }
  })

  test('nothing moves longer than allowed', () => {
    const { duration } = createAppTheme(mode, branding).transitions
    expect(Math.max(...Object.values(duration))).toBeLessThanOrEqual(longestMotion)
  })
})
