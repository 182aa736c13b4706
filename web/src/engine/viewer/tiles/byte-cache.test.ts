import { expect, test } from 'vitest'
import { createByteCache } from './byte-cache.ts'

const freed: string[] = []
const content = (name: string, bytes: number) => ({ bytes, free: () => void freed.push(name) })

test('what was used longest ago goes first, and is freed, once there is more than fits', () => {
  freed.length = 0
  const cache = createByteCache(100)
  cache.put('a', content('a', 40))
  cache.put('b', content('b', 40))
  cache.find('a')
  cache.put('c', content('c', 40))
  expect(freed).toEqual(['b'])
  expect(cache.bytes).toBe(80)
  expect([cache.has('a'), cache.has('b'), cache.has('c')]).toEqual([true, false, true])
})

test('what is held stays even where it takes more room than there is, and goes when it is let go', () => {
  freed.length = 0
  const cache = createByteCache(100)
  cache.hold(new Set(['a', 'b', 'c']))
  for (const key of ['a', 'b', 'c', 'd']) cache.put(key, content(key, 60))
  expect(freed).toEqual(['d'])
  expect(cache.bytes).toBe(180)
  cache.hold(new Set(['c']))
  expect(freed).toEqual(['d', 'a', 'b'])
  expect(cache.bytes).toBe(60)
})

test('what is put again replaces what was there', () => {
  freed.length = 0
  const cache = createByteCache(100)
  cache.put('a', content('first', 30))
  cache.put('a', content('second', 50))
  expect(freed).toEqual(['first'])
  expect(cache.bytes).toBe(50)
})

test('clearing frees everything once', () => {
  freed.length = 0
  const cache = createByteCache(100)
  cache.put('a', content('a', 30))
  cache.put('b', content('b', 30))
  cache.clear()
  cache.clear()
  expect(freed).toEqual(['a', 'b'])
  expect([cache.bytes, cache.size]).toEqual([0, 0])
})

test('over many tiles no more is kept than fits', () => {
  const cache = createByteCache(1000)
  for (let index = 0; index < 5000; index++) cache.put(`tile ${index}`, content('tile', 90))
  expect(cache.bytes).toBe(990)
  expect(cache.size).toBe(11)
})
