import { ApiError } from '@cresyl/contract/api/errors'
import type { FastifyReply } from 'fastify'

export interface PlacesOptions {
  ofEach: number
  inAll: number
  /** What there are so many of already, as the beginning of a sentence: "Other masks are being drawn". */
  what: string
}

/**
 * How many requests that cost much are answered at once in this process, of one person and in all. A place is held until
 * the reply has been sent or its client has gone.
 */
export function createPlaces({ ofEach, inAll, what }: PlacesOptions) {
  const held = new Map<string, number>()
  let all = 0
  return {
    take(person: string, { raw }: Pick<FastifyReply, 'raw'>): void {
      // Nobody would tell of its end any more.
      if (raw.closed) throw new ApiError('request_timeout')
      const own = held.get(person) ?? 0
      if (own >= ofEach) {
        const detail = `${what} for you already. Try again when that is done.`
        throw new ApiError('rate_limited', { detail })
      }
      if (all >= inAll) {
        throw new ApiError('unavailable', { detail: `${what} at the moment. Please try again shortly.` })
      }
      all += 1
      held.set(person, own + 1)
      raw.once('close', () => {
        all -= 1
        const left = (held.get(person) ?? 1) - 1
        if (left > 0) held.set(person, left)
        else held.delete(person)
      })
    },
  }
}
