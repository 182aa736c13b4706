import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'

export interface RateLimit {
  /** Counts one more try of the address and says whether it is still within the limit. */
  allow(address: string): boolean
}

export interface RateLimitOptions {
  limit: number
  windowSeconds?: number
  /** The addresses that are remembered; beyond that the one that was quiet longest is forgotten. */
  maxAddresses?: number
}

interface Tries {
  window: number
  count: number
  /** How many there were in the window before. */
  before: number
}

/** A sliding window, estimated from two fixed ones: constant memory for each address. */
export function createRateLimit(options: RateLimitOptions, clock: Clock): RateLimit {
  const { limit, windowSeconds = 60, maxAddresses = 10_000 } = options
  const known = new LRUCache<string, Tries>({ max: maxAddresses })

  return {
    allow(address) {
      const key = networkOf(address)
      const time = clock.now().getTime() / 1000 / windowSeconds
      const tries = advance(known.get(key), Math.floor(time))
      const estimate = tries.count + tries.before * (1 - (time % 1))
      if (estimate < limit) tries.count++
      known.set(key, tries)
      return estimate < limit
    },
  }
}

function advance(tries: Tries | undefined, window: number): Tries {
  if (tries?.window === window) return tries
  return { window, count: 0, before: tries?.window === window - 1 ? tries.count : 0 }
}

/** One subscriber has 2⁶⁴ IPv6 addresses: they count as one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array<string>(Math.max(0, gap)).fill('0'), ...last].slice(0, 4).join(':')
}
