import { expect, test } from 'vitest'
import { halve } from './halved-image.ts'

test('each pixel is the mean of four, rounded', () => {
  const data = Uint16Array.from([0, 4, 10, 10, 8, 65_535, 10, 11])
  const halved = halve({ width: 4, height: 2, samples: 1, pixelType: 'u16', data })
  expect(halved).toMatchObject({ width: 2, height: 1 })
  expect([...halved.data]).toEqual([Math.floor((4 + 8 + 65_535 + 2) / 4), 10])
})

test('the last of an odd side is the mean of what there is, colour by colour', () => {
  const data = Uint8Array.from([0, 100, 200, 10, 110, 210, 20, 120, 220])
  const halved = halve({ width: 3, height: 1, samples: 3, pixelType: 'u8', data })
  expect(halved).toMatchObject({ width: 2, height: 1, samples: 3 })
  expect([...halved.data]).toEqual([5, 105, 205, 20, 120, 220])
})
