import { expect, test } from 'vitest'
import { composed } from './compose-channels.ts'

test('channels are added up in their colours, on black, and never become more than white', () => {
  const planes = [Uint8Array.of(255, 0, 255), Uint8Array.of(0, 0, 255)]
  expect([
    ...composed(planes, [
      [200, 0, 100],
      [100, 50, 0],
    ]),
  ]).toEqual([200, 0, 100, 255, 0, 0, 0, 255, 255, 50, 100, 255])
})
