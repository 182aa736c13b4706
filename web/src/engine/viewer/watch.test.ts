import { expect, test } from 'vitest'
import { createWatch } from './watch.ts'

test('tells once for each change, and keeps the same object until there is one', () => {
  let x = 1
  let told = 0
  const watch = createWatch(
    () => ({ x }),
    (one, other) => one.x === other.x,
    () => {
      told += 1
    },
  )
  const first = watch.value()
  watch.look()
  expect([told, watch.value() === first]).toEqual([0, true])
  x = 2
  expect(watch.value()).toBe(first)
  watch.look()
  watch.look()
  expect([told, watch.value()]).toEqual([1, { x: 2 }])
})
