import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const sealed = seal([Uint8Array.of(1, 2), Uint8Array.of(3)])

test('what was sealed comes back as it was', () => {
  expect([...(unseal(sealed) ?? [])]).toEqual([1, 2, 3])
  expect(unseal(seal([]))).toHaveLength(0)
})

test('whatever became of it, in any byte or in its length, it is not taken', () => {
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Uint8Array.from(sealed)
    damaged[at] = (damaged[at] as number) ^ 1
    expect(unseal(damaged)).toBeUndefined()
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(unseal(sealed.subarray(0, length))).toBeUndefined()
  expect(unseal(Buffer.concat([sealed, Buffer.alloc(1)]))).toBeUndefined()
})
