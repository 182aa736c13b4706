import { expect, test } from 'vitest'
import { toNativeOrder } from './byte-order.ts'
import { reverseBits } from './fill-order.ts'

test('samples of a big-endian file come in the machine’s order', () => {
  const bytes = Uint8Array.of(9, 1, 2, 3, 4, 5, 6, 7, 8).subarray(1)
  const view = new DataView(bytes.buffer, 1)
  expect([...new Uint16Array(toNativeOrder(bytes, 16).buffer)]).toEqual(
    [0, 2, 4, 6].map((i) => view.getUint16(i)),
  )
  expect([...new Uint32Array(toNativeOrder(bytes, 32).buffer)]).toEqual([0, 4].map((i) => view.getUint32(i)))
  expect([...bytes]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('samples of a little-endian file too', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4)
  const native = new Uint16Array(Uint8Array.from(toNativeOrder(bytes, 16, false)).buffer)
  expect([...native]).toEqual([0x0201, 0x0403])
})

test('bits of a byte are turned around', () => {
  expect(reverseBits(Uint8Array.of(0b00000001, 0b11010000, 0, 255))).toEqual(
    Uint8Array.of(0b10000000, 0b00001011, 0, 255),
  )
  const all = Uint8Array.from({ length: 256 }, (_, i) => i)
  expect(reverseBits(reverseBits(all))).toEqual(all)
})
