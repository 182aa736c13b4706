import { expect, it } from 'vitest'
import { SharedCache } from './shared-cache.ts'

it('makes what is asked for once and keeps it', async () => {
  const cache = new SharedCache<string, string>(10)
  let made = 0
  const make = async () => `made ${++made}`
  expect(await Promise.all([cache.get('a', make), cache.get('a', make)])).toEqual(['made 1', 'made 1'])
  expect(await cache.get('a', make)).toBe('made 1')
})

it('forgets what was not used for longest once it is full', async () => {
  const cache = new SharedCache<string, string>(2)
  const made: string[] = []
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key)
      return key
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.size).toBe(2)
})

it('keeps the latest even where it alone is beyond the capacity', async () => {
  const cache = new SharedCache<string, number>(10, (value) => value)
  await cache.get('small', async () => 5)
  await cache.get('large', async () => 50)
  expect(cache.size).toBe(50)
  await cache.get('small', async () => 5)
  expect(cache.size).toBe(5)
})

it('does not keep failures', async () => {
  const cache = new SharedCache<string, string>(10)
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.get('a', async () => 'yes')).toBe('yes')
})

it('aborts work that nobody waits for any longer, and only then', async () => {
  const cache = new SharedCache<string, string>(10)
  const signals: AbortSignal[] = []
  const never = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const first = new AbortController()
  const second = new AbortController()
  const waiting = [cache.get('a', never, first.signal), cache.get('a', never, second.signal)]
  const results = Promise.allSettled(waiting)
  first.abort(new Error('first'))
  await expect(waiting[0]).rejects.toThrow('first')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  second.abort(new Error('second'))
  await expect(waiting[1]).rejects.toThrow('second')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  await results
  expect(await cache.get('a', async () => 'again')).toBe('again')
})

it('rejects at once where the signal is aborted already', async () => {
  const cache = new SharedCache<string, string>(10)
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(cache.get('a', async () => 'a', signal)).rejects.toThrow('gone')
})

it('makes again what was cleared', async () => {
  const cache = new SharedCache<string, string>(10)
  expect(await cache.get('a', async () => 'one')).toBe('one')
  cache.clear()
  expect(cache.size).toBe(0)
  expect(await cache.get('a', async () => 'two')).toBe('two')
})

it('rejects where the signal is aborted while the work begins', async () => {
  const cache = new SharedCache<string, string>(10)
  const controller = new AbortController()
  const make = async () => {
    controller.abort(new Error('gone'))
    return 'a'
  }
  await expect(cache.get('a', make, controller.signal)).rejects.toThrow('gone')
  expect(cache.size).toBe(0)
})
