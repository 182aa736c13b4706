import { textLimits } from '@cresyl/contract/api/limits'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useSettled } from '../../../ui/list/use-settled.ts'
import { words } from '../words.ts'
import { legiblePlaceholder } from './choice-field.tsx'
import { type Choice, useProjectChoices } from './queries.ts'

interface ProjectFieldProps {
  label: string
  /** Null: none. */
  value: Choice | null
  placeholder: string
  /** Listed before the projects. */
  before?: readonly Choice[]
  disabled?: boolean
  onChange: (choice: Choice | null) => void
}

/** Finds a project among many. */
export function ProjectField(props: ProjectFieldProps) {
  const { label, value, placeholder, before = [], disabled = false, onChange } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { data, isPending } = useProjectChoices(useSettled(typed.trim()), open)
  return (
    <Autocomplete<Choice>
      size="small"
      options={[...(typed === '' ? before : []), ...(data ?? [])]}
      open={open}
      disabled={disabled}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={value}
      onChange={(_, choice) => onChange(choice)}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      // The server has searched.
      filterOptions={(found) => found}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      loading={isPending && open}
      loadingText={words.move.searching}
      noOptionsText={words.move.noProject}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={placeholder}
          sx={legiblePlaceholder}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: textLimits.name, dir: 'auto' },
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          }}
        />
      )}
    />
  )
}
