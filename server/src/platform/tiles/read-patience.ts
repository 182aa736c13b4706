import { unreached } from './decode-failure.ts'

/** Ends waiting for storage that doesn't answer, such as a network folder that hangs. */
export interface ReadPatience {
  /** Refuses what would only wait too: a read that hangs keeps a thread of this process until it ends. */
  requireReachable(imageId: string): void
  /** Waits for a read that nobody can call back; throws when that takes too long. */
  wait<T>(imageId: string, reading: Promise<T>): Promise<T>
}

export function createReadPatience(milliseconds: number): ReadPatience {
  /** How many reads of an image take too long. */
  const overdue = new Map<string, number>()

  const hold = (imageId: string, reading: Promise<unknown>) => {
    overdue.set(imageId, (overdue.get(imageId) ?? 0) + 1)
    const end = () => {
      const left = (overdue.get(imageId) ?? 1) - 1
      if (left > 0) overdue.set(imageId, left)
      else overdue.delete(imageId)
    }
    reading.then(end, end)
  }

  return {
    requireReachable: (imageId) => {
      if (overdue.size > 0 && overdue.has(imageId)) throw unreached()
    },
    wait: (imageId, reading) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          hold(imageId, reading)
          reject(unreached())
        }, milliseconds)
        reading.then(
          (value) => {
            clearTimeout(timer)
            resolve(value)
          },
          (error) => {
            clearTimeout(timer)
            reject(error)
          },
        )
      }),
  }
}
