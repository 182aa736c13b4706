import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { words } from '../words.ts'
import type { Choice } from './queries.ts'

interface ChoiceFieldProps {
  label: string
  choices: readonly Choice[]
  /** Null: none. */
  value: string | null
  /** What the field says while nothing is chosen. */
  placeholder: string
  disabled?: boolean
  onChange: (id: string | null) => void
}

/** One of the organisation's tissues or stains, or none. */
export function ChoiceField({
  label,
  choices,
  value,
  placeholder,
  disabled = false,
  onChange,
}: ChoiceFieldProps) {
  return (
    <Autocomplete
      size="small"
      options={choices}
      disabled={disabled}
      value={choices.find(({ id }) => id === value) ?? null}
      onChange={(_, choice) => onChange(choice?.id ?? null)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      noOptionsText={words.filters.nothingLike}
      autoHighlight
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={placeholder}
          sx={legiblePlaceholder}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  )
}

/** What stands in an empty field is what it means to leave it empty, not a hint. */
export const legiblePlaceholder = { '& input::placeholder': { opacity: 1, color: 'text.secondary' } } as const
