import { describe, expect, test } from 'vitest'
import { createBeatWatch } from './watch-beats.ts'

const watching = () => createBeatWatch({ lostAfter: 30_000, longestGap: 15_000 })
const beat = (n: number, incarnation = 'first') => ({ serverId: 'a', incarnation, beat: n })

describe('a worker', () => {
  test('is lost when its beat has stood still for long enough', () => {
    const watch = watching()
    for (let second = 0; second < 30; second += 5) {
      expect(watch.look([beat(1)], second * 1000, second * 1000)).toEqual([])
    }
    expect(watch.look([beat(1)], 30_000, 30_000)).toEqual([beat(1)])
  })

  test('lives as long as its beat changes, in whichever direction', () => {
    const watch = watching()
    for (let second = 0; second < 200; second += 5) {
      const n = Math.floor(second / 25) % 3
      expect(watch.look([beat(n)], second * 1000, second * 1000)).toEqual([])
    }
  })

  test('gets its full time again as a new incarnation', () => {
    const watch = watching()
    for (let second = 0; second < 25; second += 5) watch.look([beat(0)], second * 1000, second * 1000)
    expect(watch.look([beat(0, 'second')], 35_000, 35_000)).toEqual([])
    expect(watch.look([beat(0, 'second')], 45_000, 45_000)).toEqual([])
  })

  test('is not held to what nobody saw: after a gap the watch begins anew', () => {
    const watch = watching()
    watch.look([beat(1)], 0, 0)
    watch.look([beat(1)], 10_000, 10_000)
    // The database, or the watching process, was away for a while.
    expect(watch.look([beat(1)], 60_000, 60_000)).toEqual([])
    expect(watch.look([beat(1)], 70_000, 70_000)).toEqual([])
    expect(watch.look([beat(1)], 80_000, 80_000)).toEqual([])
    expect(watch.look([beat(1)], 90_000, 90_000)).toEqual([beat(1)])
  })

  test('is not blamed for answers that took long', () => {
    const watch = watching()
    watch.look([beat(1)], 0, 9_000)
    watch.look([beat(1)], 20_000, 20_000)
    expect(watch.look([beat(1)], 31_000, 31_000)).toEqual([])
    expect(watch.look([beat(1)], 39_000, 39_000)).toEqual([beat(1)])
  })
})
