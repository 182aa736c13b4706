import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { memoryImage } from './test-support/memory-image.ts'
import { tilesInOrder } from './tiles-in-order.ts'

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

describe('tilesInOrder', () => {
  it('keeps none of the tiles it has given away', async () => {
    const image = memoryImage({ width: 64, height: 64 * 100, tileWidth: 64, tileHeight: 64 })
    const range = { left: 0, top: 0, right: 1, bottom: 100 }
    const given: WeakRef<object>[] = []
    for await (const { tile } of tilesInOrder(image, 0, range, {}, new AbortController().signal)) {
      given.push(new WeakRef(tile.data))
      if (given.length < 100) continue
      // What was made in this turn of the event loop is kept until its end.
      await setImmediate()
      collectGarbage()
      expect(given.filter((data) => data.deref()).length).toBeLessThan(30)
    }
    expect(given.length).toBe(100)
  })

  it('ends when it is aborted between two tiles, though the next one never comes', async () => {
    const abort = new AbortController()
    const image = memoryImage({
      width: 32,
      height: 16,
      onRead: ({ x }) => (x === 1 ? new Promise(() => {}) : undefined),
    })
    const range = { left: 0, top: 0, right: 2, bottom: 1 }
    const read = async () => {
      for await (const _ of tilesInOrder(image, 0, range, {}, abort.signal)) abort.abort(new Error('enough'))
    }
    await expect(read()).rejects.toThrow('enough')
  })
})
