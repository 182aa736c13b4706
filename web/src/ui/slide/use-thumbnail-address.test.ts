import { expect, test } from 'vitest'
import { thumbnailAddress, thumbnailSize } from './use-thumbnail-address.ts'

test('boxes of nearly the same size share a picture, and sharp screens get a sharp one', () => {
  expect([40, 56, 64].map((side) => thumbnailSize(side, 1))).toEqual([64, 64, 64])
  expect(thumbnailSize(200, 1)).toBe(256)
  expect(thumbnailSize(200, 2)).toBe(512)
})

test('no picture is larger than the largest, and no screen counts for more than two', () => {
  expect(thumbnailSize(5000, 3)).toBe(1024)
  expect(thumbnailSize(64, 4)).toBe(128)
})

test('the token is part of the address', () => {
  expect(thumbnailAddress('7', 64, 'a+b')).toBe('/api/viewers/thumbnails/7/?size=64&token=a%2Bb')
})
