import type { AnnotationClass } from '@cresyl/contract/organizations'
import type { Tx } from '../../platform/db/database.ts'
import { organizationSettings, organizations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'

export interface OrganizationToInsert {
  name: string
  displayName: string
  quotaBytes?: number | null
  /** What another identity provider calls it. */
  externalId?: string | undefined
}

/** What most draw first. Digits choose classes: letters choose tools. */
const annotationClasses: AnnotationClass[] = [
  { name: 'Tumour', color: '#C5303B', hotkey: '1' },
  { name: 'Stroma', color: '#1B7F50', hotkey: '2' },
  { name: 'Necrosis', color: '#655C6E', hotkey: '3' },
  { name: 'Immune cells', color: '#2B6CB0', hotkey: '4' },
  { name: 'Artefact', color: '#9A6700', hotkey: '5' },
]

/** An organisation comes with its settings. */
export async function insertOrganization(
  tx: Tx,
  { name, displayName, quotaBytes = null, externalId }: OrganizationToInsert,
  now: Date,
): Promise<{ id: string }> {
  const id = newId()
  await tx.insert(organizations).values({
    id,
    name,
    displayName,
    displayNameKey: foldText(displayName),
    branding: { primary: null, accent: null, logo: null },
    quotaBytes,
    externalId: externalId ?? null,
    createdAt: now,
    updatedAt: now,
  })
  await tx
    .insert(organizationSettings)
    .values({ id: newId(), organizationId: id, annotationClasses, createdAt: now, updatedAt: now })
  return { id }
}
