import type { Clock } from '../clock.ts'
import { createTransferSpeed, type TransferSpeed } from './transfer-speed.ts'

export interface TransferFigures {
  bytesSent: number
  bytesPerSecond: number
  secondsLeft: number | null
}

/** How many bytes of one file have left, and how fast. */
export interface Transfer {
  /** So many bytes of a part have left: fewer than before when it begins anew. */
  set(part: number, bytes: number): void
  figures(): TransferFigures
}

/** What leaves counts for the speed of all files together, too. */
export function createTransfer(size: number, clock: Clock, overall: TransferSpeed): Transfer {
  const speed = createTransferSpeed(clock.now)
  const parts = new Map<number, number>()
  let bytesSent = 0
  return {
    set: (part, bytes) => {
      const more = bytes - (parts.get(part) ?? 0)
      parts.set(part, bytes)
      bytesSent += more
      if (more <= 0) return
      speed.add(more)
      overall.add(more)
    },
    figures: () => ({
      bytesSent,
      bytesPerSecond: speed.bytesPerSecond(),
      secondsLeft: speed.secondsFor(size - bytesSent),
    }),
  }
}
