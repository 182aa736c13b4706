import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { ConflictNote } from '../../ui/edit-form/conflict-note.tsx'
import type { EditForm } from '../../ui/edit-form/use-edit-form.ts'
import type { SettingsDraft } from './settings-draft.ts'
import { words } from './words.ts'

export type SettingsForm = EditForm<SettingsDraft>

const names: Record<keyof SettingsDraft, string> = {
  display_name: words.displayName,
  primary: words.branding.primary,
  accent: words.branding.accent,
  logo: words.branding.logo,
  time_zone: words.timeZone,
  retention_days: words.slides.retention,
  label_visibility: words.slides.labels,
  annotation_classes: words.classes.title,
}

/** Under a field that someone else has changed too. */
export function SettingsConflict({ form, field }: { form: SettingsForm; field: keyof SettingsDraft }) {
  return (
    <ConflictNote form={form} field={field} name={names[field]}>
      {(theirs) => showTheirs(field, theirs)}
    </ConflictNote>
  )
}

function showTheirs(field: keyof SettingsDraft, theirs: SettingsDraft): ReactNode {
  switch (field) {
    case 'logo':
      return theirs.logo ? (
        <Box
          component="img"
          src={theirs.logo}
          alt={words.branding.logo}
          sx={{ maxWidth: '100%', maxHeight: 40 }}
        />
      ) : (
        words.conflict.empty
      )
    case 'primary':
    case 'accent':
      return theirs[field] === '' ? (
        words.conflict.empty
      ) : (
        <Coloured color={theirs[field]} text={theirs[field]} />
      )
    case 'label_visibility':
      return words.slides.visibilities[theirs.label_visibility].label
    case 'retention_days':
      return `${theirs.retention_days} ${words.slides.days}`
    case 'annotation_classes':
      return theirs.annotation_classes.map(({ key, name, color, hotkey }) => (
        <Coloured key={key} color={color} text={hotkey === '' ? name : `${name} (${hotkey})`} />
      ))
    default:
      return <bdi>{theirs[field]}</bdi>
  }
}

function Coloured({ color, text }: { color: string; text: string }) {
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
      <Box aria-hidden sx={{ width: 14, height: 14, borderRadius: 0.5, bgcolor: color, flexShrink: 0 }} />
      <bdi>{text}</bdi>
    </Stack>
  )
}
