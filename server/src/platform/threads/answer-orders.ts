import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, type Transferable } from 'node:worker_threads'

/** In the program of a thread: answers each order of `runInThread`. What it adds to `handedOver` is not copied. */
export function answerOrders<Order, Answer>(
  answer: (order: Order, handedOver: Transferable[]) => Answer,
): void {
  stepBack()
  parentPort?.on('message', (order: Order) => {
    const handedOver: Transferable[] = []
    parentPort?.postMessage(answer(order, handedOver), handedOver)
  })
}

/** The thread that answers everybody goes first. On Linux a thread has a priority of its own. */
function stepBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 19)
  } catch {
    // Elsewhere all threads of a process are alike.
  }
}
