import type { RouteReply } from '@cresyl/contract/route'
import type { readSupport as readSupportRoute } from '@cresyl/contract/support'
import type { Work } from '../work.ts'
import { countDesk } from './queries.ts'

export async function readSupport(
  work: Work,
  toHubSpot: boolean,
): Promise<RouteReply<typeof readSupportRoute>> {
  const { open, waiting, failed, waitingSince, reason } = await countDesk(work)
  return {
    destination: toHubSpot ? 'hubspot' : 'desk',
    ...{ open, waiting, failed, reason },
    waiting_since: waitingSince?.toISOString() ?? null,
  }
}
