import { uploadLimits } from '@cresyl/contract/limits'

export interface TransferSpeed {
  /** So many more bytes have left. */
  add(bytes: number): void
  /** Bytes a second over the last while; what is assumed as long as nothing was measured. */
  bytesPerSecond(): number
  /** Seconds until so many bytes have left, with a margin; null while nothing leaves. */
  secondsFor(bytes: number): number | null
}

/** Long enough that a part or two are in it, short enough to follow a network that changes. */
const windowMilliseconds = 15_000
/** Anything shorter says nothing yet. */
const shortest = 500

export function createTransferSpeed(now: () => number): TransferSpeed {
  let sent: { at: number; bytes: number }[] = []
  let began: number | undefined

  const bytesPerSecond = () => {
    if (began === undefined || now() - began < shortest) return uploadLimits.assumedSpeed
    const since = Math.max(began, now() - windowMilliseconds)
    sent = sent.filter(({ at }) => at >= since)
    const bytes = sent.reduce((sum, each) => sum + each.bytes, 0)
    return (bytes / (now() - since)) * 1000
  }
  return {
    add: (bytes) => {
      began ??= now()
      sent.push({ at: now(), bytes })
    },
    bytesPerSecond,
    secondsFor: (bytes) => {
      const speed = bytesPerSecond()
      return speed > 0 ? (bytes / speed) * uploadLimits.remainingMargin : null
    },
  }
}
