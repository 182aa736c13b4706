import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type FilterKey, mostChosen, noneKey } from '../model/filters.ts'
import { words } from '../words.ts'
import { type Choice, useChoices } from './queries.ts'

interface ChoiceFilterProps {
  filter: FilterKey
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Of thousands only these are shown: whoever types finds the others. */
const shown = createFilterOptions<Choice>({ limit: 100, stringify: ({ name }) => name })

/** Several of the projects, tissues, stains, predictors or members. */
export function ChoiceFilter({ filter, chosen, onChange }: ChoiceFilterProps) {
  const [open, setOpen] = useState(false)
  const own = words.filters[filter]
  const choices = useChoices(filter, open || chosen.length > 0)
  const none: Choice[] = filter === 'predictor' ? [] : [{ id: noneKey, name: own.none }]
  const options = [...none, ...(choices ?? [])]
  return (
    <Autocomplete<Choice, true>
      multiple
      size="small"
      limitTags={1}
      disableCloseOnSelect
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={options}
      filterOptions={shown}
      value={chosen.map((id) => named(id, options, choices ? own.gone : ' '))}
      onChange={(_, values) => onChange(values.slice(0, mostChosen).map(({ id }) => id))}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={choices === undefined}
      loadingText={words.filters.searching}
      noOptionsText={words.filters.notFound}
      slotProps={{ chip: { size: 'small', sx: { maxWidth: '60% !important' } } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={own.label}
          {...(chosen.length === 0 && { placeholder: own.all })}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          }}
        />
      )}
    />
  )
}

function named(id: string, options: readonly Choice[], otherwise: string): Choice {
  return options.find((option) => option.id === id) ?? { id, name: otherwise }
}
