import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { ConflictChoice } from '../../ui/conflict-choice.tsx'
import { type SettingsDraft, type SettingsField, same, storedOf } from './settings-draft.ts'
import { words } from './words.ts'

interface ConflictOfProps {
  field: SettingsField
  theirs: SettingsDraft
  draft: SettingsDraft
  onChoose: (choice: 'theirs' | 'mine') => void
}

const names: Record<SettingsField, string> = {
  display_name: words.displayName,
  primary: words.branding.primary,
  accent: words.branding.accent,
  logo: words.branding.logo,
  time_zone: words.timeZone,
  retention_days: words.slides.retention,
  label_visibility: words.slides.labels,
  annotation_classes: words.classes.title,
}

export function ConflictOf({ field, theirs, draft, onChoose }: ConflictOfProps) {
  const chosen = same(storedOf(draft)[field], storedOf(theirs)[field]) ? 'theirs' : 'mine'
  return (
    <ConflictChoice
      label={words.conflict.which(names[field])}
      theirs={shown(field, theirs)}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}

function shown(field: SettingsField, theirs: SettingsDraft): ReactNode {
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
