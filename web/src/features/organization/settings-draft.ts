import { checkBranding } from '@cresyl/contract/contrast'
import { retentionDays, textLimits } from '@cresyl/contract/limits'
import type {
  AnnotationClass,
  OrganizationSettings,
  updateOrganizationSettings,
} from '@cresyl/contract/organizations'
import type { RouteInput } from '@cresyl/contract/route'
import { type ClassDraft, checkClasses, classDraftsOf, classesOf } from './class-drafts.ts'
import { isTimeZone } from './time-zones.ts'
import { words } from './words.ts'

type Visibility = OrganizationSettings['label_visibility']
export type SettingsChange = NonNullable<RouteInput<typeof updateOrganizationSettings>['body']>

/** The settings as they are typed; '' for a colour means Cresyl's own. */
export interface SettingsDraft {
  display_name: string
  primary: string
  accent: string
  logo: string | null
  time_zone: string
  retention_days: string
  label_visibility: Visibility
  annotation_classes: readonly ClassDraft[]
}

/** The same as they are stored. */
export interface StoredSettings {
  display_name: string
  primary: string | null
  accent: string | null
  logo: string | null
  time_zone: string
  retention_days: number
  label_visibility: Visibility
  annotation_classes: AnnotationClass[]
}

export type SettingsField = keyof StoredSettings
export type SettingsErrors = Partial<Record<SettingsField, string>>

const settingsFields = [
  'display_name',
  'primary',
  'accent',
  'logo',
  'time_zone',
  'retention_days',
  'label_visibility',
  'annotation_classes',
] as const satisfies SettingsField[]

export function draftOf({ branding, ...settings }: OrganizationSettings): SettingsDraft {
  return {
    display_name: settings.display_name,
    primary: branding.primary ?? '',
    accent: branding.accent ?? '',
    logo: branding.logo,
    time_zone: settings.time_zone,
    retention_days: String(settings.retention_days),
    label_visibility: settings.label_visibility,
    annotation_classes: classDraftsOf(settings.annotation_classes),
  }
}

export function storedOf(draft: SettingsDraft): StoredSettings {
  return {
    ...draft,
    display_name: draft.display_name.trim(),
    primary: colourOf(draft.primary),
    accent: colourOf(draft.accent),
    retention_days: Number(draft.retention_days),
    annotation_classes: classesOf(draft.annotation_classes),
  }
}

function colourOf(typed: string): string | null {
  return typed === '' ? null : typed.toUpperCase()
}

/** Which fields differ from what is stored. */
export function changedFields(base: SettingsDraft, draft: SettingsDraft): SettingsField[] {
  const [before, after] = [storedOf(base), storedOf(draft)]
  return settingsFields.filter((field) => !same(before[field], after[field]))
}

/** What to send: the changed fields only, so that what someone else changes meanwhile stays theirs. */
export function changeOf(base: SettingsDraft, draft: SettingsDraft): SettingsChange {
  const stored = storedOf(draft)
  const changed = Object.fromEntries(changedFields(base, draft).map((field) => [field, stored[field]]))
  const { primary, accent, logo, ...others } = changed as Partial<StoredSettings>
  const branding = {
    ...(primary !== undefined && { primary }),
    ...(accent !== undefined && { accent }),
    ...(logo !== undefined && { logo }),
  }
  return { ...others, ...(Object.keys(branding).length > 0 && { branding }) }
}

export function checkDraft(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = checkColours(draft)
  const name = draft.display_name.trim()
  if (name === '') errors.display_name = words.displayNameRequired
  if (name.length > textLimits.name) errors.display_name = words.displayNameTooLong
  if (!isTimeZone(draft.time_zone)) errors.time_zone = words.noTimeZone
  const days = Number(draft.retention_days)
  const wholeDays = /^\d+$/.test(draft.retention_days)
  if (!wholeDays || days < retentionDays.min || days > retentionDays.max) {
    errors.retention_days = words.slides.retentionWrong
  }
  if (checkClasses(draft.annotation_classes).size > 0) errors.annotation_classes = words.classes.wrong
  return errors
}

/** The contrast is judged once both colours are written out. */
function checkColours({ primary, accent }: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {}
  const typed = { primary, accent }
  for (const field of ['primary', 'accent'] as const) {
    if (typed[field] !== '' && !/^#[0-9a-f]{6}$/i.test(typed[field])) errors[field] = words.branding.format
  }
  if (Object.keys(errors).length > 0) return errors
  for (const { field, sentence } of checkBranding({ primary: colourOf(primary), accent: colourOf(accent) })) {
    errors[field] ??= sentence
  }
  return errors
}

export interface Merge {
  draft: SettingsDraft
  /** Both changed these, differently: the person must choose. */
  conflicts: SettingsField[]
}

/** Puts what someone else saved together with what was typed since `base`; what was typed stays until chosen otherwise. */
export function mergeDrafts(base: SettingsDraft, mine: SettingsDraft, theirs: SettingsDraft): Merge {
  const typed = changedFields(base, mine)
  const [before, after, own] = [storedOf(base), storedOf(theirs), storedOf(mine)]
  const kept = Object.fromEntries(typed.map((field) => [field, mine[field]]))
  return {
    draft: { ...theirs, ...kept },
    conflicts: typed.filter((field) => !same(after[field], before[field]) && !same(after[field], own[field])),
  }
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
