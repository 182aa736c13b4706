import type { UploadLocks } from './upload-locks.ts'

export interface TestLocks extends UploadLocks {
  /** The names of those that someone holds. */
  held(): string[]
}

/** Locks that several tabs share. */
export function createTestLocks(): TestLocks {
  const lines = new Map<string, (() => void)[]>()

  const next = (name: string) => {
    const line = lines.get(name)
    line?.shift()
    if (line?.length) line[0]?.()
    else lines.delete(name)
  }
  return {
    held: () => [...lines.keys()],
    request: (name, options, held) =>
      new Promise((resolve, reject) => {
        const line = lines.get(name) ?? []
        if ('ifAvailable' in options && line.length > 0) return resolve(held(null))
        const begin = () => {
          if ('signal' in options) options.signal.removeEventListener('abort', leave)
          held({ name })
            .then(resolve, reject)
            .finally(() => next(name))
        }
        const leave = () => {
          line.splice(line.indexOf(begin), 1)
          if ('signal' in options) reject(options.signal.reason)
        }
        if ('signal' in options) {
          if (options.signal.aborted) return reject(options.signal.reason)
          options.signal.addEventListener('abort', leave, { once: true })
        }
        line.push(begin)
        lines.set(name, line)
        if (line.length === 1) begin()
      }),
  }
}
