import type { Context } from '../../platform/context.ts'
import { repeat } from '../../platform/repeat.ts'
import { fromOrigin, originOfRequest, type RequestOrigin } from '../../platform/request-origin.ts'
import type { Member } from '../work.ts'
import { recordAudit } from './record.ts'

export interface Refusal {
  member: Pick<Member, 'organizationId' | 'userId' | 'apiTokenId'>
  route: string
  permission: string
  requestId: string
}

export interface Refusals {
  /** The first has its row at once; the same again within a minute is counted, and one row tells how often it was. */
  record(refusal: Refusal): Promise<void>
  /** Adds the rows of those whose minute is over. */
  write(): Promise<void>
  /** Adds the rows of all. */
  close(): Promise<void>
}

/** The same request of the same person, refused again after the row of the first was written. */
interface Repeated {
  since: Date
  times: number
  first: Date
  last: Date
  /** Of the last. */
  refusal: Refusal
  origin: RequestOrigin | undefined
}

const countedSeconds = 60
const writeSeconds = 5

/** Refusals of requests in the audit log: whoever asks a thousand times a second makes it no longer than anyone else. */
export function createRefusals({ database, clock, log }: Context): Refusals {
  const counted = new Map<string, Repeated>()

  const add = (
    { member, route, permission, requestId }: Refusal,
    occurredAt: Date,
    repeated: object = {},
  ) => {
    const { organizationId, userId, apiTokenId } = member
    return database.asMember({ organizationId, userId }, (tx) =>
      recordAudit(tx, {
        organizationId,
        event: 'access.refused',
        userId,
        requestId,
        occurredAt,
        ...(apiTokenId !== undefined && { apiTokenId }),
        details: { route, permission, ...repeated },
      }),
    )
  }

  const addRepeated = async (key: string, { refusal, origin, times, first, last, since }: Repeated) => {
    const write = () => add(refusal, last, { times, first: first.toISOString(), last: last.toISOString() })
    counted.delete(key)
    if (times === 0) return
    try {
      await (origin ? fromOrigin(origin, write) : write())
    } catch (error) {
      // Counted on: the next time may be luckier.
      const newer = counted.get(key)
      const kept = newer ?? { refusal, origin, times: 0, last }
      counted.set(key, { ...kept, since, first, times: times + kept.times })
      throw error
    }
  }

  const writeAll = async (isOver: (repeated: Repeated) => boolean) => {
    for (const [key, repeated] of [...counted]) if (isOver(repeated)) await addRepeated(key, repeated)
  }

  const write = () => {
    const over = clock.now().getTime() - countedSeconds * 1000
    return writeAll(({ since }) => since.getTime() <= over)
  }
  const repetition = repeat(log, 'Adding refusals to the audit log', writeSeconds * 1000, write)

  return {
    record: async (refusal) => {
      const { member, route } = refusal
      const key = [member.organizationId, member.userId, member.apiTokenId, route].join()
      const now = clock.now()
      const known = counted.get(key)
      if (known === undefined) {
        counted.set(key, { since: now, times: 0, first: now, last: now, refusal, origin: undefined })
        return add(refusal, now)
      }
      if (known.times === 0) known.first = now
      Object.assign(known, { times: known.times + 1, last: now, refusal, origin: originOfRequest() })
    },
    write,
    close: async () => {
      await repetition.stop()
      await writeAll(() => true)
    },
  }
}
