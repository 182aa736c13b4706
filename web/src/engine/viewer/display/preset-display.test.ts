import { presetDisplay } from '@cresyl/contract/slides/display'
import { expect, test } from 'vitest'
import { showAllChannels, withChannel, withColor } from './change-display.ts'
import type { Display } from './display.ts'
import { initialDisplay } from './initial-display.ts'
import { applyPreset, isShownAs, presetOf } from './preset-display.ts'
import { testPyramid } from './test-pyramid.ts'

const named = (...names: (string | null)[]) => testPyramid(names.map((name) => ({ name })))

/** Each channel with a low end of its own, to know it by. */
function marked(display: Display): Display {
  return display.channels.reduce((made, _, index) => withChannel(made, index, { low: index + 1 }), display)
}

/** Which channel of the preset each channel of the image took; null where it took none. */
function taken(presetNames: (string | null)[], imageNames: (string | null)[]): (number | null)[] {
  const [made, seen] = [named(...presetNames), named(...imageNames)]
  const preset = presetOf(marked(initialDisplay(made)), made)
  const shown = applyPreset(preset, showAllChannels(initialDisplay(seen), true), seen)
  return shown.channels.map(({ low }) => (low === 100 ? null : low - 1))
}

test('a preset is one that the server takes', () => {
  const pyramid = named('DAPI', null, 'a\u0000b\ud800', '🧫'.repeat(200))
  expect(presetDisplay.safeParse(presetOf(initialDisplay(pyramid), pyramid)).success).toBe(true)
})

test('channels find theirs by name, wherever it stands and however it is written', () => {
  expect(taken(['DAPI', 'CD3', 'CD8'], ['cd8 ', 'Dapi', 'CD3'])).toEqual([2, 0, 1])
})

test('those without a namesake take what is left at their place', () => {
  expect(taken(['DAPI', 'CD3'], ['DAPI (405)', 'CD3'])).toEqual([0, 1])
  expect(taken([null, null], [null, null, null])).toEqual([0, 1, null])
  expect(taken(['DAPI', 'CD3'], ['CD3', 'CD20'])).toEqual([1, null])
})

test('of several with one name, each takes that at its place', () => {
  expect(taken(['AF', 'DAPI', 'AF'], ['AF', 'DAPI', 'AF'])).toEqual([0, 1, 2])
  expect(taken(['AF', 'AF'], ['DAPI', 'AF', 'AF'])).toEqual([null, 1, 0])
})

test('a channel that the preset does not know is hidden and keeps its window', () => {
  const [made, seen] = [named('DAPI'), named('DAPI', 'CD3')]
  const shown = applyPreset(presetOf(initialDisplay(made), made), initialDisplay(seen), seen)
  expect(shown.channels[1]).toEqual({ ...initialDisplay(seen).channels[1], shown: false })
})

test('a preset of colours leaves channels alone, and one of channels colours', () => {
  const [colors, channels] = [testPyramid([]), named('DAPI')]
  const bright = withColor(initialDisplay(colors), { brightness: 0.5, icc: true })
  const ofColors = presetOf(bright, colors)
  expect(applyPreset(ofColors, initialDisplay(channels), channels)).toEqual(initialDisplay(channels))
  expect(applyPreset(ofColors, initialDisplay(colors), colors).color).toMatchObject({
    brightness: 0.5,
    icc: false,
  })
  const scanned = testPyramid([], { has_icc: true })
  expect(applyPreset(ofColors, initialDisplay(scanned), scanned).color.icc).toBe(true)
})

test('a preset is the one in use until something changes', () => {
  const pyramid = named('DAPI', 'CD3')
  const display = initialDisplay(pyramid)
  const preset = presetOf(display, pyramid)
  expect(isShownAs(preset, display, pyramid)).toBe(true)
  expect(isShownAs(preset, withChannel(display, 1, { gamma: 1.1 }), pyramid)).toBe(false)
})
