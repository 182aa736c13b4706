import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends when told to. */
function held(turns: Turns, size: number, signal?: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = { begun: false, end: resolve, fail: reject, done: Promise.resolve() }
  work.done = turns.run(
    size,
    () => {
      work.begun = true
      return promise
    },
    signal,
  )
  work.done.catch(() => {})
  return work
}

const begun = (...works: { begun: boolean }[]) => works.map((work) => work.begun)

it('begins what fits, the rest in its order once there is room', async () => {
  const turns = new Turns(100)
  const [first, second, third, small] = [
    held(turns, 60),
    held(turns, 40),
    held(turns, 50),
    held(turns, 1),
  ] as const
  expect(begun(first, second, third, small)).toEqual([true, true, false, false])
  second.end()
  await nextTurn()
  expect(begun(third, small)).toEqual([false, false])
  first.fail(new Error('broken'))
  await nextTurn()
  expect(begun(third, small)).toEqual([true, true])
})

it('gives a turn to what is larger than all the room, alone', async () => {
  const turns = new Turns(100)
  const [small, large, other] = [held(turns, 1), held(turns, 500), held(turns, 1)] as const
  expect(begun(small, large, other)).toEqual([true, false, false])
  small.end()
  await nextTurn()
  expect(begun(large, other)).toEqual([true, false])
  large.end()
  await nextTurn()
  expect(other.begun).toBe(true)
})

it('lets those go who leave, and begins what waited behind them', async () => {
  const turns = new Turns(100)
  const controller = new AbortController()
  const [first, second, third] = [
    held(turns, 60),
    held(turns, 60, controller.signal),
    held(turns, 40),
  ] as const
  controller.abort(new Error('left'))
  await expect(second.done).rejects.toThrow('left')
  await nextTurn()
  expect(begun(first, second, third)).toEqual([true, false, true])
  await expect(held(turns, 1, controller.signal).done).rejects.toThrow('left')
})
