import { setTimeout as sleep } from 'node:timers/promises'
import { createRenderer, type RenderOperation } from '../render-operation.ts'
import { serveDecoding } from '../serve-decoding.ts'
import { strange } from './strange-levels.ts'

const megabyte = 1024 * 1024
const kept: Uint8Array[] = []
const render = createRenderer()

/** A child that does what hostile tiles do. */
const renderStrangely: RenderOperation = async (image, operation, signal) => {
  switch (operation.kind === 'tile' ? operation.level : 0) {
    case strange.loop:
      for (;;);
    case strange.eatMemory:
      for (;;) {
        kept.push(Buffer.alloc(8 * megabyte, 1))
        await sleep(1)
      }
    case strange.crash:
      return process.abort()
    case strange.wait:
      await sleep(600_000, undefined, { signal })
      throw new Error('Nobody waits that long')
    case strange.slow:
      await sleep(500)
      return { mime: 'text/plain', bytes: Buffer.from(String(process.pid)) }
    case strange.grow:
      kept.push(Buffer.alloc(200 * megabyte, 1))
      return { mime: 'text/plain', bytes: Buffer.from(String(process.pid)) }
    case strange.echo:
      return { mime: 'text/plain', bytes: Buffer.alloc(16_000, 7) }
    case strange.throw:
      throw new TypeError('x of undefined')
    default:
      return render(image, operation, signal)
  }
}

serveDecoding(renderStrangely)
