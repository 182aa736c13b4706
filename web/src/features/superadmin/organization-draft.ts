import { bytes, textLimits } from '@cresyl/contract/api/limits'
import { type ListedOrganization, organizationName } from '@cresyl/contract/people/organizations'
import { words } from './words.ts'

/** What a superadmin types about an organisation. */
export interface OrganizationDraft {
  display_name: string
  name: string
  /** Gigabytes, as typed; empty for the default. */
  quota_bytes: string
}

export const blankOrganization: OrganizationDraft = { display_name: '', name: '', quota_bytes: '' }

export function readOrganization({ display_name, name, quota_bytes }: ListedOrganization): OrganizationDraft {
  return { display_name, name, quota_bytes: quota_bytes === null ? '' : String(gigabytesOf(quota_bytes)) }
}

export const writeOrganization = ({ display_name, name, quota_bytes }: OrganizationDraft) => ({
  display_name: display_name.trim(),
  name,
  quota_bytes: quotaBytesOf(quota_bytes) ?? null,
})

/** "St Mary’s Hospital, Zürich" → "st-marys-hospital-zurich". */
export function suggestName(displayName: string): string {
  return displayName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
}

/** Rounded to what can be typed again. */
export function gigabytesOf(quotaBytes: number): number {
  return Math.round((quotaBytes / bytes.GB) * 1000) / 1000
}

/** Null: no limit. Undefined: what was typed is no size. */
export function quotaBytesOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined
  const quota = Math.round(Number(text) * bytes.GB)
  return Number.isSafeInteger(quota) ? quota : undefined
}

export function checkOrganization(draft: OrganizationDraft): Partial<OrganizationDraft> {
  const errors: Partial<OrganizationDraft> = {}
  const { length } = draft.display_name.trim()
  if (length === 0) errors.display_name = words.fields.displayNameRequired
  if (length > textLimits.name) errors.display_name = words.fields.displayNameTooLong(textLimits.name)
  if (!organizationName.safeParse(draft.name).success) errors.name = words.fields.nameInvalid
  if (quotaBytesOf(draft.quota_bytes) === undefined) errors.quota_bytes = words.fields.quotaInvalid
  return errors
}
