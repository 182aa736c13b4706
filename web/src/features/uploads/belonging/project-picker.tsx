import { textLimits } from '@cresyl/contract/api/limits'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Plus } from '../../../ui/frame/icons.ts'
import { useSettled } from '../../../ui/list/use-settled.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { words } from '../words.ts'
import { type ProjectOption, projectOptions } from './project-options.ts'
import { useCreateProject, useProjectChoice, useProjectChoices } from './queries.ts'
import { legiblePlaceholder } from './term-picker.tsx'

interface ProjectPickerProps {
  /** null for Unsorted; undefined where files differ. */
  value: string | null | undefined
  onChange: (id: string | null) => void
}

/** Finds a project among many; who may, creates one on the spot. */
export function ProjectPicker({ value, onChange }: ProjectPickerProps) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { data, isPending } = useProjectChoices(search, open)
  const chosen = useProjectChoice(value)
  const create = useCreateProject()
  const mayCreate = usePermission('create:projects')
  const found = data ?? { choices: [], count: 0 }
  const options = projectOptions(found, typed.trim(), mayCreate && !isPending)

  function take(option: ProjectOption | null) {
    if (option?.kind !== 'new') return onChange(option?.id ?? null)
    create.mutate(option.name, {
      onSuccess: ({ id, name }) => {
        showToast(words.belonging.created(name))
        onChange(id)
      },
    })
  }

  return (
    <Autocomplete
      size="small"
      options={options}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={chosen ? { kind: 'known' as const, ...chosen } : null}
      onChange={(_, option) => take(option)}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      // The server has searched.
      filterOptions={(found) => found}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ kind, id }) => `${kind} ${id}`}
      isOptionEqualToValue={(option, other) => option.kind === other.kind && option.id === other.id}
      loading={isPending && open}
      loadingText={words.belonging.searching}
      noOptionsText={words.belonging.noProject}
      autoHighlight
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          {option.kind === 'new' ? (
            <>
              <Plus size={16} aria-hidden style={{ flexShrink: 0, marginInlineEnd: 8 }} />
              {words.belonging.create(option.name)}
            </>
          ) : (
            <span dir="auto">{option.name}</span>
          )}
        </li>
      )}
      getOptionDisabled={({ kind }) => kind === 'more'}
      renderInput={(params) => (
        <TextField
          {...params}
          sx={legiblePlaceholder}
          label={words.belonging.project}
          placeholder={value === undefined ? words.belonging.various : words.belonging.unsorted}
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
