import { textLimits } from '@cresyl/contract/api/limits'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useSettled } from '../../ui/list/use-settled.ts'
import { usePeople } from './queries.ts'
import { words } from './words.ts'

interface PersonFilterProps {
  /** An id, `platform`, or '' for everyone. */
  person: string
  onChange: (person: string) => void
}

interface Choice {
  id: string
  name: string
}

const platform: Choice = { id: 'platform', name: words.filter.platform }

/** Who did it: a person found by name, or nobody. */
export function PersonFilter({ person, onChange }: PersonFilterProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { data } = usePeople(search)
  const people = data?.results ?? []
  const options: Choice[] = [
    ...people.map(({ id, name }) => ({ id, name })),
    ...(search === '' ? [platform] : []),
  ]
  const [known, setKnown] = useState<Choice>()
  const chosen = [known, ...options].find((choice) => choice?.id === person)
  return (
    <Autocomplete<Choice>
      size="small"
      options={options}
      // Someone who is not among the first is still chosen.
      value={person === '' ? null : (chosen ?? { id: person, name: words.row.former })}
      onChange={(_, choice) => {
        if (choice) setKnown(choice)
        onChange(choice?.id ?? '')
      }}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      // The server has searched.
      filterOptions={(found) => found}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      noOptionsText={words.filter.personNone}
      sx={{ width: { xs: 'auto', sm: 130 }, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={words.filter.person}
          placeholder="All"
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: textLimits.search, dir: 'auto' },
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          }}
        />
      )}
    />
  )
}
