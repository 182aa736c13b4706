import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal

test('so many have a turn at once, and the one furthest up the queue is next, as the queue is then', async () => {
  const turns = createTurns(1)
  const end = await turns.take(() => 0, never)
  const began: string[] = []
  const places = { a: 1, b: 2, c: 3 }
  const take = async (name: keyof typeof places) => {
    const endThis = await turns.take(() => places[name], never)
    began.push(name)
    endThis()
  }
  const all = [take('c'), take('b'), take('a')]
  await Promise.resolve()
  expect(began).toEqual([])
  places.c = 0
  end()
  await Promise.all(all)
  expect(began).toEqual(['c', 'a', 'b'])
})

test('a turn that is ended twice is free once', async () => {
  const turns = createTurns(1)
  const end = await turns.take(() => 0, never)
  end()
  end()
  await turns.take(() => 0, never)
  let isTaken = false
  void turns
    .take(() => 0, never)
    .then(() => {
      isTaken = true
    })
  await new Promise(setImmediate)
  expect(isTaken).toBe(false)
})

test('whoever leaves the line is passed over', async () => {
  const turns = createTurns(1)
  const end = await turns.take(() => 0, never)
  const leaving = new AbortController()
  const left = turns.take(() => 0, leaving.signal)
  const next = turns.take(() => 1, never)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(turns.take(() => 0, leaving.signal)).rejects.toThrow('gone')
  end()
  expect(await next).toBeTypeOf('function')
})
