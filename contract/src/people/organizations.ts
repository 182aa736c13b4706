import { id, name, time, version } from '../api/fields.ts'
import { annotationClassLimits, pictureLimits, requestLimits, retentionDays } from '../api/limits.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { qcThresholds } from '../qc/qc-thresholds.ts'

export const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'Use a colour such as #6B2FA0')

export const branding = z.object({
  primary: colour.nullable(),
  accent: colour.nullable(),
  /** The address of the picture. */
  logo: z.string().nullable(),
})
export type Branding = z.infer<typeof branding>

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  branding,
})
export type Organization = z.infer<typeof organization>

export const organizationName = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use 1 to 63 lower-case letters, digits and hyphens, such as st-mary',
  )

/** An organisation in a list of those one can enter. */
export const listedOrganization = organization.extend({
  /** Null for a superadmin who is no member. */
  role: z.string().nullable(),
  /** The rest is for superadmins, null for others. */
  members: z.int().nullable(),
  quota_bytes: z.int().nullable(),
  created_at: time.nullable(),
  disabled_at: time.nullable(),
  version: version.nullable(),
})
export type ListedOrganization = z.infer<typeof listedOrganization>

/** Null: the default of the servers. */
const quota = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

/** Who sees the label and the macro image of a slide, which may name the patient. */
export const labelVisibilities = ['managers', 'members'] as const

export const annotationClass = z.strictObject({
  name: name.max(annotationClassLimits.name),
  color: colour,
  /** The key that chooses the class while annotating. */
  hotkey: z
    .string()
    .regex(/^[a-z0-9]$/, 'Use one lower-case letter or digit')
    .nullable(),
})
export type AnnotationClass = z.infer<typeof annotationClass>

export const organizationSettings = z.object({
  id,
  organization_id: id,
  display_name: z.string(),
  branding,
  time_zone: z.string(),
  retention_days: z.int(),
  label_visibility: z.enum(labelVisibilities),
  annotation_classes: z.array(annotationClass),
  /** Whether slides are checked as soon as their files have been read. */
  qc_automatic: z.boolean(),
  qc_thresholds: qcThresholds,
  quota_bytes: quota,
  updated_at: time,
  version,
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

/** A picture in an edit: the address it has already, or a new one as a data: URL. */
export const givenPicture = z
  .string()
  .max(Math.ceil((pictureLimits.bytes * 4) / 3) + 64, 'The picture is larger than 256 KB')

export const currentOrganization = route({
  method: 'GET',
  path: 'organizations/current',
  summary: 'The organisation the token is for',
  access: 'member',
  response: organization,
  status: 200,
})

export const listOrganizations = route({
  method: 'GET',
  path: 'organizations',
  summary: 'Your organisations; for a superadmin, all organisations',
  access: 'member',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['name', 'display_name', 'created_at'], 'display_name'),
    search,
  }),
  response: listOf(listedOrganization),
  status: 200,
})

export const createOrganization = route({
  method: 'POST',
  path: 'organizations',
  summary: 'Create an organisation',
  access: 'superadmin',
  inPerson: true,
  body: z.strictObject({ name: organizationName, display_name: name, quota_bytes: quota.default(null) }),
  response: listedOrganization,
  status: 201,
  errors: ['name_taken'],
  audit: 'organization.created',
})

export const updateOrganization = route({
  method: 'PATCH',
  path: 'organizations/{id}',
  summary: 'Rename an organisation, set its quota, disable or enable it',
  access: 'superadmin',
  inPerson: true,
  params: z.strictObject({ id }),
  body: z.strictObject({
    display_name: name.optional(),
    quota_bytes: quota.optional(),
    disabled: z.boolean().optional(),
    version: version.optional(),
  }),
  response: listedOrganization,
  status: 200,
  errors: ['stale_version'],
  audit: 'organization.updated',
})

export const listOrganizationSettings = route({
  method: 'GET',
  path: 'organization-settings',
  summary: 'Settings of the organisation',
  access: 'read:organization_settings',
  query: z.strictObject({ ...paging, organization_id: id.optional() }),
  response: listOf(organizationSettings),
  status: 200,
})

export const updateOrganizationSettings = route({
  method: 'PATCH',
  path: 'organization-settings/{id}',
  summary: 'Change settings of the organisation',
  access: 'update:organization_settings',
  params: z.strictObject({ id }),
  body: z.strictObject({
    organization_id: id.optional(),
    display_name: name.optional(),
    branding: z
      .strictObject({ primary: colour.nullable(), accent: colour.nullable(), logo: givenPicture.nullable() })
      .partial()
      .optional(),
    time_zone: z.string().max(64).optional(),
    retention_days: z.int().min(retentionDays.min).max(retentionDays.max).optional(),
    label_visibility: z.enum(labelVisibilities).optional(),
    annotation_classes: z.array(annotationClass).max(annotationClassLimits.count).optional(),
    qc_automatic: z.boolean().optional(),
    /** Other ones judge what was measured before anew, by a job. */
    qc_thresholds: qcThresholds.optional(),
    version: version.optional(),
  }),
  response: organizationSettings,
  status: 200,
  errors: ['stale_version'],
  audit: 'settings.updated',
  bodyLimit: requestLimits.listBody,
})
