import { expect, test } from 'vitest'
import { remember } from './remember.ts'

function counted(answers: (number | Error)[]) {
  let asked = 0
  let time = 0
  const read = remember(
    async () => {
      const answer = answers[asked] ?? new Error('asked too often')
      asked += 1
      if (answer instanceof Error) throw answer
      return answer
    },
    { freshMilliseconds: 100, restMilliseconds: 10, now: () => time },
  )
  return { read, asked: () => asked, wait: (milliseconds: number) => (time += milliseconds) }
}

test('asks once for all, and again when what it knows is old', async () => {
  const { read, asked, wait } = counted([1, 2])
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  wait(99)
  expect(await read()).toBe(1)
  expect(asked()).toBe(1)
  wait(1)
  expect(await read()).toBe(2)
})

test('keeps what it knew while asking fails, and rests in between', async () => {
  const { read, asked, wait } = counted([1, new Error('down'), 3])
  await read()
  wait(100)
  expect(await read()).toBe(1)
  wait(9)
  expect(await read()).toBe(1)
  expect(asked()).toBe(2)
  wait(1)
  expect(await read()).toBe(3)
})

test('tells a failure at once while it rests', async () => {
  const { read, asked, wait } = counted([new Error('down'), 2])
  await expect(read()).rejects.toThrow('down')
  await expect(read()).rejects.toThrow('down')
  expect(asked()).toBe(1)
  wait(10)
  expect(await read()).toBe(2)
})
