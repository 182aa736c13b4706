import { type ChangeEvent, eventStream, type LiveResource, liveResources } from '@cresyl/contract/events'
import { hasAccess } from '../../domain/access.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { type AnnouncedChange, followChanges } from '../../platform/db/announced-change.ts'

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

export const resetFrame = frame(eventStream.reset, {})

/** Hears once for the whole process what changed, and passes it on to those who may know. */
export function createEventHub(context: Pick<Context, 'listener' | 'log'>): EventHub {
  const followers = new Set<Follower>()

  const passOn = (change: AnnouncedChange) => {
    const { resource, id, version } = change
    const text = frame(eventStream.change, {
      resource,
      ...(id !== undefined && { id }),
      ...(version !== undefined && { version }),
    } satisfies ChangeEvent)
    for (const follower of followers) if (mayKnow(follower.member, change)) follower.send(text)
  }
  const tellMissed = () => {
    for (const follower of followers) follower.send(resetFrame)
  }
  const stops = [followChanges(context, passOn), context.listener.onReconnect(tellMissed)]

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

function mayKnow(member: Member, { organizationId, resource, userId }: AnnouncedChange): boolean {
  if (userId !== undefined && userId !== member.userId) return false
  const isTheirs =
    organizationId === undefined || organizationId === member.organizationId || mayReadAllOf(member, resource)
  return isTheirs && hasAccess(member, liveResources[resource])
}

/** Superadmins see the list of all organisations. */
function mayReadAllOf(member: Member, resource: LiveResource): boolean {
  return resource === 'organizations' && member.superadmin
}

function frame(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
