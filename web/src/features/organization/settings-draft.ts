import { retentionDays, textLimits } from '@cresyl/contract/api/limits'
import type { RouteInput } from '@cresyl/contract/api/route'
import type {
  AnnotationClass,
  OrganizationSettings,
  updateOrganizationSettings,
} from '@cresyl/contract/people/organizations'
import { checkBranding } from '@cresyl/contract/slides/contrast'
import { type ClassDraft, checkClasses, classDraftsOf, classesOf } from './class-drafts.ts'
import { isTimeZone } from './time-zones.ts'
import { words } from './words.ts'

type Visibility = OrganizationSettings['label_visibility']
export type SettingsChange = Omit<
  NonNullable<RouteInput<typeof updateOrganizationSettings>['body']>,
  'version'
>

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

export type SettingsErrors = Partial<Record<keyof StoredSettings, string>>

export function readSettings({ branding, ...settings }: OrganizationSettings): SettingsDraft {
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

export function writeSettings(draft: SettingsDraft): StoredSettings {
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

/** As the server takes it: logo and colours are one field. */
export function toChange({ primary, accent, logo, ...others }: Partial<StoredSettings>): SettingsChange {
  const branding = {
    ...(primary !== undefined && { primary }),
    ...(accent !== undefined && { accent }),
    ...(logo !== undefined && { logo }),
  }
  return { ...others, ...(Object.keys(branding).length > 0 && { branding }) }
}

export function checkSettings(draft: SettingsDraft): SettingsErrors {
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
