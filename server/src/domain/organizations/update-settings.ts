import { ApiError } from '@cresyl/contract/api/errors'
import { isolate } from '@cresyl/contract/api/isolate'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type {
  AnnotationClass,
  OrganizationSettings,
  updateOrganizationSettings,
} from '@cresyl/contract/people/organizations'
import { noThresholds, thresholdFaults } from '@cresyl/contract/qc/qc-thresholds'
import { checkBranding } from '@cresyl/contract/slides/contrast'
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

type SettingsEdit = RouteRequest<typeof updateOrganizationSettings>['body']

type Faults = [field: string, sentence: string][]

/** Refuses what has the right shape but can't be: all of it at once, so that a form can show all of it. */
function checkSettings(edit: SettingsEdit): void {
  const faults = [
    ...timeZoneFaults(edit.time_zone),
    ...brandingFaults(edit.branding),
    ...classFaults(edit.annotation_classes ?? []),
    ...limitFaults(edit.qc_thresholds),
  ]
  const [first] = faults
  if (first === undefined) return
  const fields = Object.fromEntries(faults.map(([field, sentence]) => [field, [sentence]]))
  throw new ApiError('invalid_input', { detail: first[1], fields })
}

function timeZoneFaults(timeZone: string | undefined): Faults {
  if (timeZone === undefined || isTimeZone(timeZone)) return []
  return [['time_zone', 'This time zone does not exist. Use a name such as Europe/Berlin, or UTC.']]
}

/** Offsets such as +01:00 are no zones: they don't know summer time. */
function isTimeZone(timeZone: string): boolean {
  if (!/^[A-Za-z]/.test(timeZone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function brandingFaults(branding: SettingsEdit['branding']): Faults {
  const { primary = null, accent = null } = branding ?? {}
  return checkBranding({ primary, accent }).map(({ field, sentence }) => [`branding.${field}`, sentence])
}

function limitFaults(thresholds: SettingsEdit['qc_thresholds']): Faults {
  return thresholdFaults(thresholds ?? noThresholds).map(({ stainerId, key, limit, sentence }) => {
    const set = stainerId === null ? 'common' : `stains.${stainerId}`
    return [`qc_thresholds.${set}.${key}.${limit}`, sentence]
  })
}

function classFaults(classes: readonly AnnotationClass[]): Faults {
  const faults: Faults = []
  const names = new Set<string>()
  const hotkeys = new Set<string>()
  classes.forEach(({ name, hotkey }, at) => {
    const key = foldText(name)
    if (names.has(key)) {
      faults.push([
        `annotation_classes.${at}.name`,
        `There are two classes called “${isolate(name)}”. Rename one.`,
      ])
    }
    if (hotkey !== null && hotkeys.has(hotkey)) {
      faults.push([
        `annotation_classes.${at}.hotkey`,
        `Two classes have the key “${hotkey}”. Choose another key for one.`,
      ])
    }
    names.add(key)
    if (hotkey !== null) hotkeys.add(hotkey)
  })
  return faults
}
