import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { FormDialog } from '../../../../ui/form/form-dialog.tsx'
import { showToast } from '../../../../ui/toast/toast-store.ts'
import type { AnnotationSession } from '../annotation-session.ts'
import { useAnnotationTools } from '../annotations-desk.tsx'
import { isFiltered, type ListFilter } from '../listed-shapes.ts'
import { useSaveStatus } from '../outbox-context.ts'
import {
  beginExport,
  type ExportDraft,
  type Exported,
  type ExportFormat,
  exportFormats,
  isMask,
  ordersOf,
} from './export-draft.ts'
import { useExport, useExportedCount } from './queries.ts'
import { words } from './words.ts'

const own = words.export

interface ExportDialogProps {
  session: AnnotationSession
  filter: ListFilter
  onClose: () => void
}

/** Which annotations, as what: the file is made by the server of what it has. */
export function ExportDialog({ session, filter, onClose }: ExportDialogProps) {
  const selected = useAnnotationTools(session, (state) => state.selected)
  const exported: Exported = { imageId: session.document.imageId, filter, selected }
  const [draft, setDraft] = useState(() => beginExport(exported))
  const saving = useSaveStatus()
  const save = useExport()
  const counted = useExportedCount(draft, exported)
  const count = draft.which === 'selected' ? selected.size : counted.data
  const orders = ordersOf(draft, exported)
  const problem = typeof orders === 'string' ? own.problems[orders] : undefined
  const change = (part: Partial<ExportDraft>) => setDraft({ ...draft, ...part })

  function submit() {
    if (typeof orders === 'string') return
    save.mutate(orders, {
      onSuccess: () => {
        showToast(own.done)
        onClose()
      },
    })
  }

  return (
    <FormDialog
      title={own.title}
      submitLabel={count === undefined ? own.submit : own.submitCount(count)}
      reason={problem ?? (count === 0 ? own.nothing : undefined)}
      onClose={onClose}
      form={{ busy: save.isPending, changed: false, submit: submit }}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        {saving.unsent + saving.problems.length > 0 && <Alert severity="warning">{own.unsaved}</Alert>}
        <Choice
          label={own.which}
          value={draft.which}
          options={[
            { value: 'all', label: own.all },
            ...(isFiltered(filter) ? [{ value: 'filtered', label: own.filtered } as const] : []),
            ...(selected.size > 0
              ? [{ value: 'selected', label: own.selected(selected.size) } as const]
              : []),
          ]}
          onChange={(which) => change({ which })}
        />
        {draft.which === 'filtered' && filter.search.trim() !== '' && (
          <Typography variant="body2" color="textSecondary">
            {own.searched}
          </Typography>
        )}
        <Choice
          label={own.format}
          value={draft.format}
          options={exportFormats.map((value) => ({ value, label: own.formats[value] }))}
          onChange={(format: ExportFormat) => change({ format })}
        />
        {draft.format === 'csv' && (
          <FormControlLabel
            control={
              <Checkbox checked={draft.cells} onChange={(_, cells) => change({ cells })} size="small" />
            }
            label={own.cells}
          />
        )}
        {isMask(draft.format) && <MaskFields draft={draft} onChange={change} />}
      </Box>
    </FormDialog>
  )
}

function MaskFields({
  draft,
  onChange,
}: {
  draft: ExportDraft
  onChange: (part: Partial<ExportDraft>) => void
}) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        size="small"
        label={own.mpp}
        helperText={own.mppHint}
        value={draft.mpp}
        onChange={({ target }) => onChange({ mpp: target.value })}
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 24 } }}
      />
      <FormControlLabel
        control={
          <Checkbox checked={draft.legend} onChange={(_, legend) => onChange({ legend })} size="small" />
        }
        label={own.legend}
      />
    </Box>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Box>
      <Typography variant="h3">{label}</Typography>
      <RadioGroup
        aria-label={label}
        value={value}
        onChange={(_, chosen) => {
          const option = options.find((each) => each.value === chosen)
          if (option) onChange(option.value)
        }}
      >
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            control={<Radio size="small" />}
            label={option.label}
          />
        ))}
      </RadioGroup>
    </Box>
  )
}
