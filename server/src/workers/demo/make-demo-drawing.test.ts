import { expect, test } from 'vitest'
import { untilDrawn } from './make-demo-drawing.ts'

test('looks what there is to do until the slide is drawn', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let looked = 0
  await untilDrawn(
    promise,
    async () => {
      looked += 1
      if (looked === 3) resolve()
    },
    1,
  )
  expect(looked).toBe(3)
})

test('fails with the drawing', async () => {
  const failed = Promise.reject(new Error('The disk is full'))
  await expect(untilDrawn(failed, async () => {}, 60_000)).rejects.toThrow('The disk is full')
})
