import type { PlaneOrder, PlaneReport } from './plane-messages.ts'
import { TileError } from './tile-error.ts'

/** The part of a Web Worker that is used. */
export interface PlaneWorker {
  postMessage(order: PlaneOrder, transfer: Transferable[]): void
  addEventListener(type: 'message', heard: (event: MessageEvent<PlaneReport>) => void): void
  addEventListener(type: 'error', heard: (event: Event) => void): void
  terminate(): void
}

/** Puts the bytes of 16-bit tiles in order, off the main thread. */
export interface PlaneDecoder {
  decode(bytes: ArrayBuffer): Promise<Uint16Array>
  destroy(): void
}

interface Waiting {
  resolve(numbers: Uint16Array): void
  reject(error: Error): void
}

/** Started when it is first needed; one that crashes is replaced. */
export function createPlaneDecoder(startWorker: () => PlaneWorker): PlaneDecoder {
  const waiting = new Map<number, Waiting>()
  let worker: PlaneWorker | null = null
  let lastId = 0

  const end = (problem: string) => {
    worker?.terminate()
    worker = null
    for (const { reject } of waiting.values()) reject(new TileError(problem, 0))
    waiting.clear()
  }
  const start = (): PlaneWorker => {
    const started = startWorker()
    started.addEventListener('message', ({ data }) => {
      const one = waiting.get(data.id)
      waiting.delete(data.id)
      if ('numbers' in data) one?.resolve(data.numbers)
      // Not what the server promises: asking again would bring the same.
      else one?.reject(new TileError(data.problem, 422))
    })
    started.addEventListener('error', (event) => {
      event.preventDefault()
      end('The worker that decodes tiles has crashed.')
    })
    return started
  }
  return {
    decode: (bytes) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, bytes }, [bytes])
      }),
    destroy: () => end('The view was closed.'),
  }
}

export const startPlaneWorker = (): PlaneWorker =>
  new Worker(new URL('./plane-worker.ts', import.meta.url), { type: 'module' })
