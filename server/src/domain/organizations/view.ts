import type { RoleKey } from '@cresyl/contract/api/permissions'
import type {
  ListedOrganization,
  Organization,
  OrganizationSettings,
} from '@cresyl/contract/people/organizations'
import type { organizationSettings, organizations } from '../../platform/db/schema/index.ts'

export type OrganizationRow = typeof organizations.$inferSelect

export interface SettingsWithOrganization {
  settings: typeof organizationSettings.$inferSelect
  organization: OrganizationRow
}

export interface OrganizationWithRole {
  organization: OrganizationRow
  role: RoleKey | null
  /** Counted for superadmins only. */
  members: number | null
}

export function viewOrganization({ id, name, displayName, branding }: OrganizationRow): Organization {
  return { id, name, display_name: displayName, branding }
}

/** `inFull`: with what only superadmins see. */
export function viewListed(
  { organization, role, members }: OrganizationWithRole,
  inFull: boolean,
): ListedOrganization {
  return {
    ...viewOrganization(organization),
    role,
    members,
    quota_bytes: inFull ? organization.quotaBytes : null,
    created_at: inFull ? organization.createdAt.toISOString() : null,
    disabled_at: inFull ? (organization.disabledAt?.toISOString() ?? null) : null,
    version: inFull ? organization.version : null,
  }
}

export function viewSettings({ settings, organization }: SettingsWithOrganization): OrganizationSettings {
  return {
    id: settings.id,
    organization_id: settings.organizationId,
    ...viewEditable({ settings, organization }),
    quota_bytes: organization.quotaBytes,
    updated_at: settings.updatedAt.toISOString(),
    version: settings.version,
  }
}

/** What an administrator can change. */
export function viewEditable({ settings, organization }: SettingsWithOrganization) {
  return {
    display_name: organization.displayName,
    branding: organization.branding,
    time_zone: settings.timeZone,
    retention_days: settings.retentionDays,
    label_visibility: settings.labelVisibility,
    annotation_classes: settings.annotationClasses,
    qc_automatic: settings.qcAutomatic,
    qc_thresholds: settings.qcThresholds,
  }
}
export type EditableSettings = ReturnType<typeof viewEditable>
