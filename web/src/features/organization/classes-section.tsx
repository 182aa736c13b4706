import { annotationClassLimits } from '@cresyl/contract/api/limits'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { Plus } from '../../ui/frame/icons.ts'
import { Panel } from '../../ui/frame/panel.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { addClass, type ClassDraft, checkClasses, keyClashes, moveClass } from './class-drafts.ts'
import { ClassRow } from './class-row.tsx'
import type { SectionProps } from './general-section.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { words } from './words.ts'

export function ClassesSection({ form, disabled }: SectionProps) {
  const { draft, errors, change } = form
  const drafts = draft.annotation_classes
  const faults = checkClasses(drafts)
  const clashes = keyClashes(drafts)
  const addButton = useRef<HTMLButtonElement>(null)
  // A new row takes the focus; those that were there before don't.
  const added = useRef<number | null>(null)
  const set = (annotation_classes: readonly ClassDraft[]) => change({ annotation_classes })

  function add() {
    const next = addClass(drafts)
    added.current = next.at(-1)?.key ?? null
    set(next)
  }

  function remove(key: number) {
    set(drafts.filter((each) => each.key !== key))
    addButton.current?.focus()
  }

  const reason = disabled
    ? permissionReason('update:organization_settings', words.deed)
    : drafts.length >= annotationClassLimits.count
      ? words.classes.full
      : undefined
  return (
    <Panel title={words.classes.title} context={words.classes.context}>
      {drafts.length === 0 ? (
        <Typography color="textSecondary">{words.classes.none}</Typography>
      ) : (
        <ColumnNames />
      )}
      <Stack component="ol" sx={{ m: 0, p: 0, gap: 3, listStyle: 'none' }}>
        {drafts.map((each, index) => (
          <ClassRow
            key={each.key}
            draft={each}
            errors={faults.get(each.key) ?? {}}
            disabled={disabled}
            first={index === 0}
            last={index === drafts.length - 1}
            autoFocus={added.current === each.key}
            onChange={(next) => set(drafts.map((other) => (other.key === next.key ? next : other)))}
            onMove={(by) => set(moveClass(drafts, each.key, by))}
            onRemove={() => remove(each.key)}
          />
        ))}
      </Stack>
      {clashes.length > 0 && (
        <FormHelperText sx={{ mx: 0, mt: 3 }}>{words.classes.clashes(clashes)}</FormHelperText>
      )}
      {errors.annotation_classes && faults.size === 0 && (
        <FormHelperText error>{errors.annotation_classes}</FormHelperText>
      )}
      <SettingsConflict form={form} field="annotation_classes" />
      <Box sx={{ mt: 4 }}>
        <GatedButton
          ref={addButton}
          variant="outlined"
          startIcon={<Plus size={16} aria-hidden />}
          reason={reason}
          onClick={add}
        >
          {words.classes.add}
        </GatedButton>
      </Box>
    </Panel>
  )
}

// The fields say what they are by themselves to those who can't see this line.
function ColumnNames() {
  return (
    <Stack
      aria-hidden
      direction="row"
      sx={{
        display: { xs: 'none', sm: 'flex' },
        gap: 2,
        mb: 1,
        pl: '36px',
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      <Box sx={{ flex: 1 }}>{words.classes.name}</Box>
      <Box sx={{ width: 120 + 102 + 8 }}>{words.classes.hotkey}</Box>
    </Stack>
  )
}
