/** Answers requests when it is told to, and how. */
export interface TestTileServer {
  readonly fetch: typeof fetch
  /** Addresses of all requests, in order. */
  readonly asked: readonly string[]
  /** Addresses of those that were broken off. */
  readonly aborted: readonly string[]
  /** Those that wait for an answer. */
  waiting(): string[]
  /** Answers the oldest request for an address; a status of 0 is a connection that breaks. */
  answer(address: string, status?: number, headers?: HeadersInit): void
}

interface Waiting {
  address: string
  resolve(response: Response): void
  reject(error: unknown): void
}

export function createTestTileServer(): TestTileServer {
  const asked: string[] = []
  const aborted: string[] = []
  const waiting: Waiting[] = []
  return {
    asked,
    aborted,
    waiting: () => waiting.map(({ address }) => address),
    fetch: (input, init) =>
      new Promise((resolve, reject) => {
        const address = String(input)
        asked.push(address)
        const one = { address, resolve, reject }
        waiting.push(one)
        init?.signal?.addEventListener('abort', () => {
          const index = waiting.indexOf(one)
          if (index < 0) return
          waiting.splice(index, 1)
          aborted.push(address)
          reject(init.signal?.reason)
        })
      }),
    answer: (address, status = 200, headers = {}) => {
      const index = waiting.findIndex((one) => one.address === address)
      const [one] = index < 0 ? [] : waiting.splice(index, 1)
      if (one === undefined) throw new Error(`Nobody waits for ${address}.`)
      if (status === 0) one.reject(new TypeError('Failed to fetch'))
      else one.resolve(new Response(`pixels of ${address}`, { status, headers }))
    },
  }
}
