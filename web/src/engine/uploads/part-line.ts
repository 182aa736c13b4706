import { signedUrlSeconds } from '@cresyl/contract/api/limits'
import type { Clock } from '../clock.ts'
import type { Gate } from './gate.ts'
import { createSlots, type Slots } from './slots.ts'
import { createTurns, type Turns } from './turns.ts'
import type { UploadLocks } from './upload-locks.ts'

/** The line in which the parts of all files stand: the first ones travel, the next ones have their address already. */
export interface PartLine {
  addressed: Turns
  travelling: Turns
  slots: Slots
}

/** So many parts ask for their address before it is their turn: then no connection is idle meanwhile. */
const askedAhead = 2
/** An address that was asked for so long ago may not hold until the part has begun. */
const addressAge = (signedUrlSeconds * 1000) / 6

export function createPartLine(locks: UploadLocks | undefined, partsAtOnce: number): PartLine {
  return {
    addressed: createTurns(partsAtOnce + askedAhead),
    travelling: createTurns(partsAtOnce),
    slots: createSlots(locks, partsAtOnce),
  }
}

export interface StandingTools {
  line: PartLine
  clock: Clock
  /** Closed while the person has paused the upload. */
  going: Gate
  /** Where its file stands in the queue. */
  order: () => number
  signal: AbortSignal
}

export interface PartTurn {
  url: string
  /** Others may travel. */
  end(): void
}

/**
 * Resolves when a part may travel. A pause uses up no try: whoever was paused meanwhile gives everything back and
 * stands in line again.
 */
export async function takeTurn(
  { line, clock, going, order, signal }: StandingTools,
  askForUrl: () => Promise<string>,
): Promise<PartTurn> {
  for (;;) {
    await going.pass(signal)
    const taken: (() => void)[] = []
    const end = () => {
      for (const giveBack of taken.splice(0).reverse()) giveBack()
    }
    try {
      taken.push(await line.addressed.take(order, signal))
      const since = clock.now()
      let url = going.open ? await askForUrl() : ''
      if (going.open) taken.push(await line.travelling.take(order, signal))
      if (going.open) taken.push(await line.slots.take(signal))
      const isOld = clock.now() - since >= addressAge
      if (going.open && isOld) url = await askForUrl()
      if (going.open) return { url, end }
    } catch (error) {
      end()
      throw error
    }
    end()
  }
}
