import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EncodeQueue } from './encode-queue.ts'

const nothing = async () => {}

test('no more runs at once than there is room for, and who adds more waits', async () => {
  const queue = new EncodeQueue(3)
  let running = 0
  let most = 0
  let done = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await nextTurn()
    running--
    done++
  }
  for (let i = 0; i < 10; i++) {
    await queue.add(work, nothing)
    expect(done).toBeGreaterThanOrEqual(i - 2)
  }
  await queue.drain()
  expect({ most, done, running }).toEqual({ most: 3, done: 10, running: 0 })
})

test('after a failure nothing is taken any more, and all who wait are told', async () => {
  const queue = new EncodeQueue(1)
  await queue.add(async () => {
    await nextTurn()
    throw new Error('broken')
  }, nothing)
  let ran = false
  const later = queue.add(async () => {
    ran = true
  }, nothing)
  await expect(later).rejects.toThrow('broken')
  await expect(queue.drain()).rejects.toThrow('broken')
  await queue.settle()
  expect(ran).toBe(false)
})

test('what was made is kept in the order it was added, however long each took', async () => {
  const queue = new EncodeQueue(4)
  const kept: number[] = []
  const makings = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  const adding = (async () => {
    for (const [number, making] of makings.entries()) {
      const make = async () => {
        await making.promise
        return number
      }
      await queue.add(make, async (made) => {
        if (made % 2 === 1) await nextTurn()
        kept.push(made)
      })
    }
  })()
  const finish = async (number: number) => {
    makings[number]?.resolve()
    await nextTurn()
    await nextTurn()
  }
  for (const number of [3, 2, 1]) await finish(number)
  expect(kept).toEqual([])
  await finish(0)
  await finish(5)
  await finish(4)
  await adding
  await queue.drain()
  expect(kept).toEqual([0, 1, 2, 3, 4, 5])
})

test('nothing is kept after a failure, but all that runs is waited for', async () => {
  const queue = new EncodeQueue(2)
  const events: string[] = []
  const making = Promise.withResolvers<void>()
  await queue.add(() => Promise.reject(new Error('broken')), nothing)
  const slow = async () => {
    await making.promise
    events.push('made')
  }
  await queue.add(slow, async () => {
    events.push('kept')
  })
  const settled = queue.settle().then(() => events.push('settled'))
  await nextTurn()
  expect(events).toEqual([])
  making.resolve()
  await settled
  expect(events).toEqual(['made', 'settled'])
})
