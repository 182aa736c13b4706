import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  AnnotationClass,
  createOrganization as createOrganizationRoute,
  ListedOrganization,
} from '@cresyl/contract/people/organizations'
import type { Tx } from '../../platform/db/database.ts'
import { violatedUniqueness } from '../../platform/db/failures.ts'
import { organizationSettings, organizations } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { foldText } from '../../platform/text.ts'
import type { AuditedWork } from '../work.ts'
import { findOrganization } from './queries.ts'
import { viewListed } from './view.ts'

type NewOrganization = RouteRequest<typeof createOrganizationRoute>['body']

export async function createOrganization(
  work: AuditedWork,
  input: NewOrganization,
): Promise<ListedOrganization> {
  const { tx, member, now } = work
  const { name, display_name: displayName, quota_bytes: quotaBytes } = input
  const { id } = await withUniqueName(name, () =>
    insertOrganization(tx, { name, displayName, quotaBytes }, now),
  )
  work.record({ id, organizationId: id, details: { ...input } })
  return viewListed(await findOrganization(tx, member, id), true)
}

async function withUniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedUniqueness(error) !== 'organizations_name_key') throw error
    throw new ApiError('name_taken', {
      detail: `There is already an organisation called “${name}”. Choose another name.`,
      fields: { name: ['An organisation of this name already exists. Choose another name.'] },
      cause: error,
    })
  }
}

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
