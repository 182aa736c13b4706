import {
  type ChangeEvent,
  eventStream,
  type LiveResource,
  liveResourceNames,
  liveResources,
} from '@cresyl/contract/events'
import { z } from 'zod'
import { hasAccess } from '../domain/access.ts'
import type { Member } from '../domain/work.ts'
import type { Context } from '../platform/context.ts'

/** Someone who wants to know; `member` is who they are now. */
export interface Follower {
  readonly member: Member
  send(text: string): void
}

export interface EventHub {
  /** Returns what ends it. */
  follow(follower: Follower): () => void
  close(): void
}

/** The channel that the triggers of migration 0009 speak on. */
const channel = 'cresyl_events'

const announced = z.object({
  /** Absent: for all organisations. */
  o: z.string().optional(),
  r: z.enum(liveResourceNames),
  i: z.string().optional(),
  v: z.int().optional(),
  /** The only person it concerns. */
  u: z.string().optional(),
})
type Announced = z.infer<typeof announced>

export const resetFrame = frame(eventStream.reset, {})

/** Hears once for the whole process what changed, and passes it on to those who may know. */
export function createEventHub({ listener, log }: Pick<Context, 'listener' | 'log'>): EventHub {
  const followers = new Set<Follower>()

  const passOn = (payload: string) => {
    const hint = readHint(payload)
    if (hint === undefined) return log.warn({ payload }, 'an announced change was not understood')
    const { r: resource, i: id, v: version } = hint
    const text = frame(eventStream.change, {
      resource,
      ...(id !== undefined && { id }),
      ...(version !== undefined && { version }),
    } satisfies ChangeEvent)
    for (const follower of followers) if (mayKnow(follower.member, hint)) follower.send(text)
  }
  const tellMissed = () => {
    for (const follower of followers) follower.send(resetFrame)
  }
  const stops = [listener.on(channel, passOn), listener.onReconnect(tellMissed)]

  return {
    follow: (follower) => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    close: () => {
      for (const stop of stops) stop()
      followers.clear()
    },
  }
}

function mayKnow(member: Member, { o, r: resource, u }: Announced): boolean {
  if (u !== undefined && u !== member.userId) return false
  const isTheirs = o === undefined || o === member.organizationId || mayReadAllOf(member, resource)
  return isTheirs && hasAccess(member, liveResources[resource])
}

/** Superadmins see the list of all organisations. */
function mayReadAllOf(member: Member, resource: LiveResource): boolean {
  return resource === 'organizations' && member.superadmin
}

function readHint(payload: string): Announced | undefined {
  try {
    return announced.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

function frame(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
