import { requestLimits } from '@cresyl/contract/limits'
import type { FastifyReply } from 'fastify'

/** Sending may take hours, but not while nobody reads it. */
export function endStalledReply({ raw }: FastifyReply): void {
  raw.setTimeout(requestLimits.idleSeconds * 1000, () => raw.destroy())
}
