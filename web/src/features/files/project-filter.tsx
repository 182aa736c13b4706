import { textLimits } from '@cresyl/contract/limits'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useSettled } from '../../ui/use-settled.ts'
import { useProjectChoices, useProjectName } from './queries.ts'
import { words } from './words.ts'

interface ProjectFilterProps {
  /** '' for all of them. */
  project: string
  onChange: (project: string) => void
}

interface Choice {
  id: string
  name: string
}

/** One of the projects, found by name. */
export function ProjectFilter({ project, onChange }: ProjectFilterProps) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { data, isPending } = useProjectChoices(useSettled(typed.trim()), open)
  const name = useProjectName(project)
  return (
    <Autocomplete<Choice>
      size="small"
      options={data?.results ?? []}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={project === '' ? null : { id: project, name: name ?? '' }}
      onChange={(_, chosen) => onChange(chosen?.id ?? '')}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      // The server has searched.
      filterOptions={(found) => found}
      getOptionLabel={(option) => option.name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={isPending}
      loadingText={words.filters.searching}
      noOptionsText={words.filters.noProject}
      sx={{ width: { xs: 'auto', sm: 200 }, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={words.filters.project}
          placeholder={words.filters.anyProject}
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
