import { expect, test } from 'vitest'
import { parseNumber } from '../../../ui/text/parse-number.ts'
import { fromPixels, goToTarget, mostMagnification, toPixels } from './go-to.ts'
import { testImage, unscaled } from './test-image.ts'

const image = testImage({ mpp_y: 0.5 })
const draft = { unit: 'µm', x: '1000', y: '500', magnification: '' } as const

test('µm lead to the pixels by the scale of each direction', () => {
  expect(goToTarget(draft, image)).toEqual({ target: { center: { x: 4000, y: 1000 } } })
  expect(goToTarget({ ...draft, unit: 'px' }, image)).toEqual({ target: { center: { x: 1000, y: 500 } } })
})

test('a magnification leads to the resolution that shows it', () => {
  const answer = goToTarget({ ...draft, magnification: '10×' }, testImage())
  expect(answer).toEqual({ target: { center: { x: 4000, y: 2000 }, resolution: 4 } })
  const plain = goToTarget({ ...draft, unit: 'px', magnification: '0,5' }, testImage(unscaled))
  expect(plain).toMatchObject({ target: { resolution: 2 } })
})

test('what is no number, outside or too large is told at its field', () => {
  expect(goToTarget({ ...draft, x: 'here', y: '' }, image)).toEqual({ faults: { x: 'number', y: 'number' } })
  expect(goToTarget({ ...draft, x: '10001' }, image)).toEqual({ faults: { x: 'outside' } })
  expect(goToTarget({ ...draft, y: '-1' }, image)).toEqual({ faults: { y: 'outside' } })
  for (const magnification of ['0', '-5', '1000', 'a lot']) {
    expect(goToTarget({ ...draft, magnification }, image)).toEqual({
      faults: { magnification: 'magnification' },
    })
  }
  expect(mostMagnification(testImage())).toBe(320)
})

test('a place in µm and back is the same place', () => {
  const place = { x: 1234.5, y: 678.25 }
  expect(fromPixels(image.space, 'µm', toPixels(image.space, 'µm', place))).toEqual(place)
})

test('numbers are typed with a point or a comma; what could be thousands or decimals is not guessed', () => {
  expect(['12', ' 1.5 ', '0,25', '.5', '1 200', '-3'].map(parseNumber)).toEqual([
    12, 1.5, 0.25, 0.5, 1200, -3,
  ])
  for (const text of ['', '-', '1,234', '1.2.3', '12 µm', 'Infinity', '1e3'])
    expect(parseNumber(text)).toBe(null)
})
