import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createSharedWork } from './shared-work.ts'

function prepare() {
  const shared = createSharedWork<string>()
  const signals: AbortSignal[] = []
  const results: PromiseWithResolvers<string>[] = []
  const start = (signal: AbortSignal) => {
    const result = Promise.withResolvers<string>()
    signals.push(signal)
    results.push(result)
    signal.addEventListener('abort', () => result.reject(signal.reason))
    return result.promise
  }
  return { shared, signals, results, start }
}

test('the same work is begun once, and again once it is over', async () => {
  const { shared, results, start } = prepare()
  const both = [shared.join('a', start), shared.join('a', start, new AbortController().signal)]
  expect(results).toHaveLength(1)
  results[0]?.resolve('first')
  expect(await Promise.all(both)).toEqual(['first', 'first'])
  const again = shared.join('a', start)
  results[1]?.resolve('second')
  expect(await again).toBe('second')
})

test('a failure is everyone’s and isn’t kept', async () => {
  const { shared, results, start } = prepare()
  const both = [shared.join('a', start), shared.join('a', start)]
  results[0]?.reject(new Error('broken'))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(shared.has('a')).toBe(false)
})

test('who aborts leaves at once; the work is aborted with the last', async () => {
  const { shared, signals, start } = prepare()
  const [first, second] = [new AbortController(), new AbortController()]
  const outcomes = [shared.join('a', start, first.signal), shared.join('a', start, second.signal)]
  first.abort(new Error('gone'))
  await expect(outcomes[0]).rejects.toThrow('gone')
  expect(signals[0]?.aborted).toBe(false)
  second.abort(new Error('gone too'))
  await expect(outcomes[1]).rejects.toThrow('gone too')
  expect(signals[0]?.aborted).toBe(true)
  expect(getEventListeners(first.signal, 'abort')).toEqual([])
})

test('one who comes after the work was aborted begins anew', async () => {
  const { shared, results, start } = prepare()
  const controller = new AbortController()
  const left = shared.join('a', start, controller.signal)
  controller.abort(new Error('gone'))
  const stays = shared.join('a', start)
  results[1]?.resolve('done')
  await expect(left).rejects.toThrow('gone')
  expect(await stays).toBe('done')
})
