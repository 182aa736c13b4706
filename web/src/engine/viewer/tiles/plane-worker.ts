import type { PlaneOrder, PlaneReport } from './plane-messages.ts'
import { unshuffle } from './unshuffle.ts'

/** Runs in a Web Worker: puts the bytes of 16-bit tiles in order, so that the page need not stop for it. */
self.addEventListener('message', ({ data: { id, bytes } }: MessageEvent<PlaneOrder>) => {
  try {
    const numbers = unshuffle(new Uint8Array(bytes))
    report({ id, numbers }, [numbers.buffer])
  } catch (error) {
    report({ id, problem: String(error) }, [])
  }
})

function report(message: PlaneReport, transfer: Transferable[]): void {
  self.postMessage(message, { transfer })
}
