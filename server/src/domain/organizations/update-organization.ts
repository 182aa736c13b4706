import { ApiError } from '@cresyl/contract/api/errors'
import { bytes } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  ListedOrganization,
  updateOrganization as updateOrganizationRoute,
} from '@cresyl/contract/people/organizations'
import { eq, sql } from 'drizzle-orm'
import { organizationSettings, organizations } from '../../platform/db/schema/index.ts'
import { foldText } from '../../platform/text.ts'
import { changesBetween } from '../changes.ts'
import { notify } from '../notifications/notify.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork, Member } from '../work.ts'
import { findOrganization, lockOrganization } from './queries.ts'
import { type OrganizationRow, viewListed } from './view.ts'

type OrganizationEdit = RouteRequest<typeof updateOrganizationRoute>['body']

export async function updateOrganization(
  work: AuditedWork,
  id: string,
  edit: OrganizationEdit,
): Promise<ListedOrganization> {
  const { tx, member, now } = work
  const current = await lockOrganization(tx, id)
  const view = async () => viewListed(await findOrganization(tx, member, id), true)
  await refuseStale(edit, current, () => view())
  refuseOwn(member, id, edit)
  const changed = applyEdit(current, edit, now)
  const changes = changesBetween(viewEditable(current), viewEditable(changed))
  if (Object.keys(changes).length === 0) return view()

  await tx
    .update(organizations)
    .set({
      ...changed,
      displayNameKey: foldText(changed.displayName),
      updatedAt: now,
      version: current.version + 1,
    })
    .where(eq(organizations.id, id))
  // The settings show the name and the quota too: whoever has them open must not write an old name back.
  await tx
    .update(organizationSettings)
    .set({ updatedAt: now, version: sql`${organizationSettings.version} + 1` })
    .where(eq(organizationSettings.organizationId, id))
  if ('quota_bytes' in changes) await tellOfQuota(work, id, changed.quotaBytes)
  work.record({ id, organizationId: id, details: { changes } })
  return view()
}

/** Whoever disables the organisation they are in could not undo it. */
function refuseOwn(member: Member, id: string, edit: OrganizationEdit): void {
  if (!edit.disabled || id !== member.organizationId) return
  const sentence = 'You are signed in to this organisation. Switch to another one to disable it.'
  throw new ApiError('invalid_input', { detail: sentence, fields: { disabled: [sentence] } })
}

type Editable = Pick<OrganizationRow, 'displayName' | 'quotaBytes' | 'disabledAt'>

function applyEdit(current: OrganizationRow, edit: OrganizationEdit, now: Date): Editable {
  const disabled = edit.disabled ?? current.disabledAt !== null
  return {
    displayName: edit.display_name ?? current.displayName,
    quotaBytes: edit.quota_bytes === undefined ? current.quotaBytes : edit.quota_bytes,
    disabledAt: disabled ? (current.disabledAt ?? now) : null,
  }
}

function viewEditable({ displayName, quotaBytes, disabledAt }: Editable) {
  return { display_name: displayName, quota_bytes: quotaBytes, disabled_at: disabledAt }
}

async function tellOfQuota(work: AuditedWork, organizationId: string, quota: number | null): Promise<void> {
  await notify(work.tx, {
    organizationId,
    kind: 'organization.quota',
    text:
      quota === null
        ? 'Your organisation now has unlimited storage.'
        : `Your organisation may now store up to ${gigabytes(quota)} GB.`,
    link: '/manage-org',
    to: { permission: 'update:organization_settings' },
    except: work.member.userId,
    now: work.now,
  })
}

function gigabytes(size: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(size / bytes.GB)
}
