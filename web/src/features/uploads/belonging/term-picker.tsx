import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { words } from '../words.ts'
import type { Choice } from './queries.ts'

/** What stands in an empty field here is what it means to leave it empty, not a hint. */
export const legiblePlaceholder = { '& input::placeholder': { opacity: 1, color: 'text.secondary' } } as const

interface TermPickerProps {
  label: string
  choices: readonly Choice[]
  /** null for none; undefined where files differ. */
  value: string | null | undefined
  onChange: (id: string | null) => void
}

/** One of the organisation's tissues or stains, or none. */
export function TermPicker({ label, choices, value, onChange }: TermPickerProps) {
  const chosen = choices.find(({ id }) => id === value) ?? null
  return (
    <Autocomplete
      size="small"
      options={choices}
      value={chosen}
      onChange={(_, choice) => onChange(choice?.id ?? null)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      noOptionsText={words.belonging.noTerm}
      autoHighlight
      renderInput={(params) => (
        <TextField
          {...params}
          sx={legiblePlaceholder}
          label={label}
          placeholder={value === undefined ? words.belonging.various : words.belonging.none}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  )
}
