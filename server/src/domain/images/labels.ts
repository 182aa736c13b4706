import { identifyingKinds } from '@cresyl/contract/images'
import { eq, notInArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images, organizationSettings } from '../../platform/db/schema/index.ts'
import { mayDo } from '../access.ts'
import type { Member } from '../work.ts'

/** Whether the member may see label and macro, which may name the patient. */
export async function maySeeLabels(tx: Tx, member: Member): Promise<boolean> {
  if (mayDo(member, 'update:projects')) return true
  const [settings] = await tx
    .select({ visibility: organizationSettings.labelVisibility })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, member.organizationId))
  return settings?.visibility === 'members'
}

/** To be asked of images: those that may be shown. */
export function shownImages(labels: boolean): SQL | undefined {
  return labels ? undefined : notInArray(images.kind, [...identifyingKinds])
}
