import type { OrganizationSettings } from '@cresyl/contract/organizations'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { organizationSettings, organizations } from '../../platform/db/schema/index.ts'
import { foldText } from '../../platform/text.ts'
import { requireOwnOrganization } from '../access.ts'
import { changesBetween } from '../changes.ts'
import { choosePicture } from '../pictures/pictures.ts'
import { startReevaluation } from '../qc/reevaluate.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { checkSettings, type SettingsEdit } from './check-settings.ts'
import { findSettings, lockSettings } from './queries.ts'
import { type EditableSettings, viewEditable, viewSettings } from './view.ts'

export async function updateSettings(
  work: AuditedWork,
  id: string,
  edit: SettingsEdit,
): Promise<OrganizationSettings> {
  const { tx, member, now } = work
  requireOwnOrganization(member, edit.organization_id)
  const found = await lockSettings(tx, member.organizationId, id)
  const { settings, organization } = found
  await refuseStale(edit, settings, () => viewSettings(found))
  checkSettings(edit)
  const current = viewEditable(found)
  const changed = await applyEdit(tx, current, edit)
  const changes = changesBetween(current, changed)
  if (Object.keys(changes).length === 0) return viewSettings(found)

  if ('display_name' in changes || 'branding' in changes) {
    await tx
      .update(organizations)
      .set({
        displayName: changed.display_name,
        displayNameKey: foldText(changed.display_name),
        branding: changed.branding,
        updatedAt: now,
        version: organization.version + 1,
      })
      .where(eq(organizations.id, organization.id))
  }
  await tx
    .update(organizationSettings)
    .set({
      timeZone: changed.time_zone,
      retentionDays: changed.retention_days,
      labelVisibility: changed.label_visibility,
      annotationClasses: changed.annotation_classes,
      qcAutomatic: changed.qc_automatic,
      qcThresholds: changed.qc_thresholds,
      updatedAt: now,
      version: settings.version + 1,
    })
    .where(eq(organizationSettings.id, id))
  if ('qc_thresholds' in changes) await startReevaluation(work)
  work.record({ id, details: { changes } })
  return viewSettings(await findSettings(tx, id))
}

async function applyEdit(tx: Tx, current: EditableSettings, edit: SettingsEdit): Promise<EditableSettings> {
  const { primary = current.branding.primary, accent = current.branding.accent } = edit.branding ?? {}
  const logo = await choosePicture(tx, edit.branding?.logo, current.branding.logo, 'branding.logo')
  return {
    display_name: edit.display_name ?? current.display_name,
    branding: { primary, accent, logo },
    time_zone: edit.time_zone ?? current.time_zone,
    retention_days: edit.retention_days ?? current.retention_days,
    label_visibility: edit.label_visibility ?? current.label_visibility,
    annotation_classes: edit.annotation_classes ?? current.annotation_classes,
    qc_automatic: edit.qc_automatic ?? current.qc_automatic,
    qc_thresholds: edit.qc_thresholds ?? current.qc_thresholds,
  }
}
