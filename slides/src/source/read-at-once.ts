/** So much is read at once at most; more may take its time even from memory. */
const mostBytes = 128 * 1024
/** What the system has in memory takes some microseconds, a disk that spins several milliseconds. */
const quickMilliseconds = 1
/** Short, as one slow read says little: where the file lies on a disk that is slow, the next ones soon double it. */
const firstPause = 100
const longestPause = 60_000
/** Quick ones in a row until the file counts as being in memory again. */
const convincing = 100

/** Time and the disk, as the system tells them. */
export interface Surroundings {
  /** Milliseconds. */
  now(): number
  /** Rises whenever this process has had something fetched from a disk. */
  diskReads(): number
}

const system: Surroundings = {
  now: () => performance.now(),
  diskReads: () => process.resourceUsage().fsRead,
}

/** So many bytes to read into, all of which are written over. */
export type TakeBytes = (length: number) => Uint8Array

/** Of its own: a pooled buffer would be unaligned and keep its neighbours alive. */
export const newBytes: TakeBytes = (length) => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)

/** Bytes of a file while everything else waits; undefined where that might be long. */
export type ReadAtOnce = (offset: number, length: number) => Uint8Array | undefined

/**
 * What the system has in memory is there sooner than another thread could be asked for it. Nobody can tell beforehand
 * what is there: when a read has had to wait for the disk, this refuses for a while, which gets longer each time.
 * @param fill reads into all of the bytes, from an offset of the file on.
 */
export function createReadAtOnce(
  fill: (bytes: Uint8Array, offset: number) => void,
  take: TakeBytes = newBytes,
  { now, diskReads }: Surroundings = system,
): ReadAtOnce {
  let refusesUntil = Number.NEGATIVE_INFINITY
  let pause = firstPause
  let [quickInARow, slowInARow] = [0, 0]
  let diskReadsBefore = diskReads()

  const judge = (end: number, milliseconds: number) => {
    if (milliseconds <= quickMilliseconds) {
      slowInARow = 0
      quickInARow += 1
      if (quickInARow === convincing) pause = firstPause
      return
    }
    quickInARow = 0
    slowInARow += 1
    const reads = diskReads()
    // Without the disk it was the processor that was another's, unless that goes on.
    if (reads === diskReadsBefore && slowInARow < 3) return
    diskReadsBefore = reads
    slowInARow = 0
    refusesUntil = end + pause
    pause = Math.min(2 * pause, longestPause)
  }

  return (offset, length) => {
    if (length > mostBytes) return undefined
    const start = now()
    if (start < refusesUntil) return undefined
    const bytes = take(length)
    fill(bytes, offset)
    const end = now()
    judge(end, end - start)
    return bytes
  }
}
