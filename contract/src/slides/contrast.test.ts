import { describe, expect, test } from 'vitest'
import {
  appColours,
  brandedTokens,
  type ColourMode,
  checkBranding,
  contrast,
  leastTextContrast,
} from './contrast.ts'

test('contrast of known pairs', () => {
  expect(contrast('#000000', '#FFFFFF')).toBe(21)
  expect(contrast('#FFFFFF', '#FFFFFF')).toBe(1)
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
})

describe('the colours of an organisation', () => {
  test.each([
    ['nothing of its own', null, null],
    ["the app's own", appColours.light.primary, appColours.light.accent],
    ['a dark blue and a pale yellow', '#004B8D', '#FFF3C4'],
    ['small letters', '#004b8d', '#fff3c4'],
    ['black and white', '#000000', '#FFFFFF'],
  ])('may be %s', (_what, primary, accent) => {
    expect(checkBranding({ primary, accent })).toEqual([])
  })

  test('a pale primary is refused with the measured and the needed contrast and what to do', () => {
    expect(checkBranding({ primary: '#FFD400', accent: null })).toEqual([
      {
        field: 'primary',
        sentence:
          'Text in this colour, or on it, has a contrast of 1.35:1; it needs 4.5:1 to be readable. Choose a darker colour.',
      },
    ])
  })

  test('a dark accent is refused', () => {
    expect(checkBranding({ primary: null, accent: '#6B2FA0' })).toEqual([
      {
        field: 'accent',
        sentence: expect.stringMatching(
          /contrast of 2\.\d+:1; .* needs 4\.5:1 to be readable\. Choose a lighter colour\.$/,
        ),
      },
    ])
  })

  test('what can be read on white but not on the page behind it is refused, and not said to reach the bar', () => {
    expect(contrast('#767676', '#FFFFFF')).toBeGreaterThan(leastTextContrast)
    const [fault] = checkBranding({ primary: '#767676', accent: null })
    expect(fault?.sentence).toContain('4.3:1')
  })
})

const shades = ['00', '55', 'AA', 'FF']
const everyHue = shades.flatMap((red) =>
  shades.flatMap((green) => shades.map((blue) => `#${red}${green}${blue}`)),
)

describe.each(['light', 'dark'] satisfies ColourMode[])('what the app makes of them on %s pages', (mode) => {
  const app = appColours[mode]

  function expectReadable(branding: { primary: string | null; accent: string | null }) {
    const { primary, primaryHover, onPrimary, accent } = brandedTokens(branding, mode)
    const pairs = [
      [primary, app.background],
      [primary, app.surface],
      [primary, app.raised],
      [primary, accent],
      [onPrimary, primary],
      [onPrimary, primaryHover],
      [app.text, accent],
      [app.muted, accent],
    ] as const
    for (const [one, other] of pairs) {
      expect(
        contrast(one, other),
        `${one} on ${other} for ${JSON.stringify(branding)}`,
      ).toBeGreaterThanOrEqual(leastTextContrast)
    }
  }

  test.each(everyHue)('%s can be read as primary colour and under text', (colour) => {
    expectReadable({ primary: colour, accent: null })
    expectReadable({ primary: null, accent: colour })
    expectReadable({ primary: colour, accent: colour })
  })

  test("leaves the app's own colours as they are", () => {
    const tokens = brandedTokens({ primary: null, accent: null }, mode)
    expect(tokens).toMatchObject({ primary: app.primary, accent: app.accent })
  })
})

test('a colour that fits is used as it was chosen', () => {
  const chosen = { primary: '#004B8D', accent: '#FFF3C4' }
  expect(brandedTokens(chosen, 'light')).toMatchObject({ ...chosen, onPrimary: '#FFFFFF' })
})

test('a dark page gets a lighter shade of the same hue', () => {
  const { primary } = brandedTokens({ primary: '#00408D', accent: null }, 'dark')
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(primary.slice(at, at + 2), 16))
  expect(blue).toBeGreaterThan(green as number)
  expect(green).toBeGreaterThan(red as number)
})
