import { bytes, textLimits } from '@cresyl/contract/limits'
import { type ListedOrganization, organizationName } from '@cresyl/contract/organizations'
import { words } from './words.ts'

/** What a superadmin types about an organisation. */
export interface OrganizationDraft {
  displayName: string
  name: string
  /** Gigabytes, as typed; empty for the default. */
  quota: string
}

export const blankOrganization: OrganizationDraft = { displayName: '', name: '', quota: '' }

export function draftOf({ display_name, name, quota_bytes }: ListedOrganization): OrganizationDraft {
  return {
    displayName: display_name,
    name,
    quota: quota_bytes === null ? '' : String(gigabytesOf(quota_bytes)),
  }
}

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

export type DraftErrors = Partial<Record<keyof OrganizationDraft, string>>

export function checkDraft(draft: OrganizationDraft): DraftErrors {
  const errors: DraftErrors = {}
  const length = draft.displayName.trim().length
  if (length === 0) errors.displayName = words.fields.displayNameRequired
  if (length > textLimits.name) errors.displayName = words.fields.displayNameTooLong(textLimits.name)
  if (!organizationName.safeParse(draft.name).success) errors.name = words.fields.nameInvalid
  if (quotaBytesOf(draft.quota) === undefined) errors.quota = words.fields.quotaInvalid
  return errors
}

interface Changes {
  display_name?: string
  quota_bytes?: number | null
}

/** What differs from the stored organisation. A quota that looks the same was not touched, whatever its last bytes. */
export function changesOf(stored: ListedOrganization, draft: OrganizationDraft): Changes {
  const before = draftOf(stored)
  const displayName = draft.displayName.trim()
  const quota = quotaBytesOf(draft.quota)
  return {
    ...(displayName !== before.displayName && { display_name: displayName }),
    ...(quota !== quotaBytesOf(before.quota) && quota !== undefined && { quota_bytes: quota }),
  }
}
