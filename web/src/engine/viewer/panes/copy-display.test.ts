import { expect, test } from 'vitest'
import { initialDisplay } from '../display/initial-display.ts'
import { testImage } from '../test-view.ts'
import { copiedDisplay } from './copy-display.ts'

const shown = (names: (string | null)[], of = {}) => {
  const image = testImage(
    of,
    names.map((name) => ({ name })),
  )
  return { image, display: initialDisplay(image.pyramid) }
}
const red = { shown: false, color: '#FF0000', low: 7, high: 70, gamma: 1.5 }

test('channels without a name go by their place', () => {
  const from = shown([null, null])
  const display = { ...from.display, channels: from.display.channels.with(1, red) }
  expect(copiedDisplay({ ...from, display }, shown(['x', null]))?.channels[1]).toEqual(red)
  expect(copiedDisplay({ ...from, display }, shown([null, 'named']))?.channels[1]).toEqual(red)
})

test('what the other has not stays as it is', () => {
  const from = shown(['DAPI'])
  const display = { ...from.display, channels: [red] }
  const to = shown(['CD3', 'CD8'])
  expect(copiedDisplay({ ...from, display }, to)).toBeNull()
})

test('windows of other depths are not taken over', () => {
  const from = shown(['DAPI'])
  const to = shown(['DAPI'], { pixel_type: 'u8' })
  const [own] = to.display.channels
  const copied = copiedDisplay({ ...from, display: { ...from.display, channels: [red] } }, to)
  expect(copied?.channels).toEqual([{ ...red, low: own?.low, high: own?.high }])
})

test('colours go to colours, the profile only where there is one, and channels take none', () => {
  const from = shown([], { has_icc: true })
  const color = { brightness: 0.2, contrast: -0.1, gamma: 1.3, icc: true }
  const display = { ...from.display, color }
  expect(copiedDisplay({ ...from, display }, shown([]))?.color).toEqual({ ...color, icc: false })
  expect(copiedDisplay({ ...from, display }, shown([], { has_icc: true }))?.color).toEqual(color)
  expect(copiedDisplay({ ...from, display }, shown(['DAPI']))).toBeNull()
})

test('nothing is copied where both look alike', () => {
  expect(copiedDisplay(shown(['DAPI']), shown(['DAPI']))).toBeNull()
})
