import { expect, test } from 'vitest'
import { scanTimeOf } from './scan-time.ts'

test('gives TIFF’s date and time as ISO 8601', () => {
  expect(scanTimeOf('2020:09:22 19:39:50')).toBe('2020-09-22T19:39:50')
})

test.each([undefined, '', '0000:00:00 00:00:00', '2020:13:01 00:00:00', 'yesterday'])(
  'gives nothing for %s',
  (text) => {
    expect(scanTimeOf(text)).toBeUndefined()
  },
)
