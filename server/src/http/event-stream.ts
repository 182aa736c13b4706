import type { ServerResponse } from 'node:http'
import { eventStream } from '@cresyl/contract/events'
import type { Member } from '../domain/work.ts'
import type { Clock } from '../platform/clock.ts'
import { type EventHub, resetFrame } from './event-hub.ts'

export interface EventStreamParts {
  hub: EventHub
  /** Who the bearer is now; rejects when they are nobody any more. */
  authenticate: () => Promise<Member>
  clock: Clock
  heartbeat?: number
}

/** Beyond these waiting bytes hints are left out, and one that everything should be asked for again follows. */
const mostWaiting = 64 * 1024
/** A timer can't be set for the year that an API token may last. */
const longestLife = 24 * 60 * 60_000

/** One open reply to one member, for as long as they are one and their token is good. Returns what ends it early. */
export function openEventStream(
  response: ServerResponse,
  first: Member,
  parts: EventStreamParts,
): () => void {
  const { hub, authenticate, clock, heartbeat = eventStream.heartbeatSeconds * 1000 } = parts
  let member = first
  let leftOut = false

  const send = (text: string) => {
    if (response.writableEnded || response.destroyed) return
    leftOut ||= response.writableLength > mostWaiting
    if (!leftOut) response.write(text)
  }
  response.on('drain', () => {
    if (!leftOut) return
    leftOut = false
    send(resetFrame)
  })
  const end = () => void response.end()

  // Rights that were taken away are gone with the next beat; whoever is no member any more hears nothing.
  const check = () => {
    // Whoever has not read on since then has gone to sleep, or is too slow.
    if (leftOut) return response.destroy()
    send(': beat\n\n')
    authenticate().then((now) => {
      member = now
    }, end)
  }

  const unfollow = hub.follow({
    get member() {
      return member
    },
    send,
  })
  const beat = setInterval(check, heartbeat)
  const life = Math.min(longestLife, (first.expiresAt?.getTime() ?? Infinity) - clock.now().getTime())
  const expiry = setTimeout(end, Math.max(0, life))
  response.once('close', () => {
    unfollow()
    clearInterval(beat)
    clearTimeout(expiry)
  })
  response.on('error', () => response.destroy())
  send(': open\n\n')
  return end
}
