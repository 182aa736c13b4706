import { expect, test } from 'vitest'
import { kindKey, productAddresses } from './addresses.ts'

const place = { level: 2, x: 5, y: 7 }

test('tiles are had by level, column and row, with what differs from the usual', () => {
  const usual = { z: 0, t: 0, icc: false }
  expect(productAddresses.tile('image', place, usual, 'a+b')).toBe(
    '/api/viewers/tiles/image/2/5/7/?token=a%2Bb',
  )
  const channel = { index: 3, depth: 16 } as const
  expect(productAddresses.tile('image', place, { z: 1, t: 2, icc: true, channel }, 't')).toBe(
    '/api/viewers/tiles/image/2/5/7/?plane=3&depth=16&z=1&t=2&icc=1&token=t',
  )
  expect(productAddresses.thumbnail('image', true, 't')).toBe(
    '/api/viewers/thumbnails/image/?size=512&icc=1&token=t',
  )
})

test('different pixels have different names', () => {
  const kinds = [
    { z: 0, t: 0, icc: false },
    { z: 1, t: 0, icc: false },
    { z: 0, t: 1, icc: false },
    { z: 0, t: 0, icc: true },
    { z: 0, t: 0, icc: false, channel: { index: 0, depth: 8 as const } },
    { z: 0, t: 0, icc: false, channel: { index: 0, depth: 16 as const } },
    { z: 0, t: 0, icc: false, channel: { index: 1, depth: 8 as const } },
  ]
  expect(new Set(kinds.map(kindKey)).size).toBe(kinds.length)
})
