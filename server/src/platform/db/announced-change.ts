import { liveResourceNames } from '@cresyl/contract/events'
import { z } from 'zod'
import type { Context } from '../context.ts'

/** The channel of announce_changes(), which triggers call. */
const channel = 'cresyl_events'

const announced = z
  .object({
    o: z.string().optional(),
    r: z.enum(liveResourceNames),
    i: z.string().optional(),
    v: z.int().optional(),
    u: z.string().optional(),
  })
  .transform(({ o: organizationId, r: resource, i: id, v: version, u: userId }) => ({
    resource,
    /** Absent: it is for all organisations. */
    organizationId,
    /** Absent: more of them than are told apart. */
    id,
    version,
    /** The only person it concerns. */
    userId,
  }))

/** A row that changed, anywhere. */
export type AnnouncedChange = z.infer<typeof announced>

/** Hears what is committed from now on. Returns how to stop. */
export function followChanges(
  { listener, log }: Pick<Context, 'listener' | 'log'>,
  heard: (change: AnnouncedChange) => void,
): () => void {
  return listener.on(channel, (payload) => {
    const change = readChange(payload)
    if (change) heard(change)
    else log.warn({ payload }, 'an announced change was not understood')
  })
}

function readChange(payload: string): AnnouncedChange | undefined {
  try {
    return announced.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
