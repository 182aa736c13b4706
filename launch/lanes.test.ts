import { expect, test } from 'vitest'
import { startInLanes } from './lanes.js'

function works(count: number) {
  const begun: number[] = []
  const ends: ((failure?: Error) => void)[] = []
  const all = Array.from({ length: count }, (_, at) => () => {
    begun.push(at)
    return new Promise<number>((resolve, reject) => {
      ends[at] = (failure) => (failure ? reject(failure) : resolve(at))
    })
  })
  return { begun, ends, all }
}

test('so many run at once, and the next begins when one has ended', async () => {
  const { begun, ends, all } = works(4)
  const outcomes = startInLanes(2, all)
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await outcomes[1]
  await expect.poll(() => begun).toEqual([0, 1, 2])
  ends[0]?.()
  await expect.poll(() => begun).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all(outcomes)).toEqual([0, 1, 2, 3])
})

test('after one that failed no other is begun, and none waits for ever', async () => {
  const { begun, ends, all } = works(4)
  const outcomes = startInLanes(1, all)
  await Promise.resolve()
  ends[0]?.(new Error('broken'))
  await expect(outcomes[0]).rejects.toThrow('broken')
  await expect(outcomes[3]).rejects.toThrow()
  expect(begun).toEqual([0])
})
