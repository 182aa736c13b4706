import { registrationVersions } from '../../platform/db/schema/index.ts'
import type { Work } from '../work.ts'
import type { SolvedAlignment } from './solve-alignment.ts'

/** Beside those before it, none of which changes any more. */
export async function saveVersion(
  { tx, member, now }: Work,
  registrationId: string,
  version: number,
  alignment: SolvedAlignment,
): Promise<void> {
  await tx.insert(registrationVersions).values({
    ...alignment,
    ...{ registrationId, version, organizationId: member.organizationId },
    ...{ savedBy: member.userId, savedAt: now },
  })
}
