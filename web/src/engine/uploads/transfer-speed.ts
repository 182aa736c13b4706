import { uploadLimits } from '@cresyl/contract/api/limits'

export interface TransferSpeed {
  /** So many more bytes have left. */
  add(bytes: number): void
  /** Bytes a second over the last while; 0 as long as nothing was measured. */
  bytesPerSecond(): number
  /** Seconds until so many bytes have left, with a margin, at first by an assumed speed; null while nothing leaves. */
  secondsFor(bytes: number): number | null
}

/** Long enough that a part or two are in it, short enough to follow a network that changes. */
const windowMilliseconds = 15_000
/** Anything shorter says nothing yet. */
const shortest = 500
/** What leaves within this time is counted together. */
const grain = 100

export function createTransferSpeed(now: () => number): TransferSpeed {
  let sent: { at: number; bytes: number }[] = []
  let began = 0
  /** The last speed that was measured; null before. */
  let known: number | null = null

  const forgetOld = () => {
    sent = sent.filter(({ at }) => at > now() - windowMilliseconds)
  }
  const measure = () => {
    forgetOld()
    const since = Math.max(began, now() - windowMilliseconds)
    const isNew = sent.length > 0 && now() - since < shortest
    if (known === null && (sent.length === 0 || isNew)) return null
    if (isNew) return known
    const bytes = sent.reduce((sum, each) => sum + each.bytes, 0)
    const speed = (bytes / (now() - since)) * 1000
    if (speed > 0) known = speed
    return speed
  }
  return {
    add: (bytes) => {
      forgetOld()
      // After a pause the time that was spent waiting does not count.
      if (sent.length === 0) began = now()
      const last = sent.at(-1)
      if (last && now() - last.at < grain) last.bytes += bytes
      else sent.push({ at: now(), bytes })
    },
    bytesPerSecond: () => measure() ?? 0,
    secondsFor: (bytes) => {
      if (bytes <= 0) return 0
      const speed = measure() ?? uploadLimits.assumedSpeed
      return speed > 0 ? (bytes / speed) * uploadLimits.remainingMargin : null
    },
  }
}
