import type { OrganizationSettings } from '@cresyl/contract/people/organizations'
import { identifyingKinds } from '@cresyl/contract/slides/images'
import { eq, notInArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images, organizationSettings } from '../../platform/db/schema/index.ts'
import { mayDo } from '../access.ts'
import type { Member } from '../work.ts'

/** To whom the organisation shows label and macro; without a word, to those who look after projects. */
export type LabelVisibility = OrganizationSettings['label_visibility'] | null | undefined

/** Whether the member may see label and macro, which may name the patient. */
export async function maySeeLabels(tx: Tx, member: Member): Promise<boolean> {
  if (areLabelsShown(member, null)) return true
  const [settings] = await tx
    .select({ visibility: organizationSettings.labelVisibility })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, member.organizationId))
  return areLabelsShown(member, settings?.visibility)
}

export function areLabelsShown(member: Member, visibility: LabelVisibility): boolean {
  return visibility === 'members' || mayDo(member, 'update:projects')
}

/** To be asked of images: those that may be shown. */
export function shownImages(labels: boolean): SQL | undefined {
  return labels ? undefined : notInArray(images.kind, [...identifyingKinds])
}
