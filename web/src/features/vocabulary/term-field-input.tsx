import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Suggestion } from './term-drafts.ts'
import { words } from './words.ts'

interface TermFieldInputProps {
  label: string
  value: string
  suggestions: readonly Suggestion[]
  error: string | undefined
  autoFocus: boolean
  onChange: (text: string) => void
}

/** A form leaves as much room below its fields, so that no button is covered. */
export const suggestionsHeight = 180

const fitting = createFilterOptions<Suggestion>({ stringify: ({ text }) => text })

/** Suggests while one types; anything else can be typed too. */
export function TermFieldInput(props: TermFieldInputProps) {
  const { label, value, suggestions, error, autoFocus, onChange } = props
  return (
    <Autocomplete
      freeSolo
      openOnFocus={false}
      options={suggestions}
      filterOptions={(all, state) => {
        const found = fitting(all, state)
        // What is typed already needs no suggestion.
        return found.length === 1 && found[0]?.text === state.inputValue ? [] : found
      }}
      slotProps={{ listbox: { sx: { maxHeight: suggestionsHeight } } }}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.text)}
      groupBy={({ inUse }) => (inUse ? words.inUse : words.suggested)}
      renderGroup={({ key, group, children }) => (
        <SuggestionGroup key={key} name={group}>
          {children}
        </SuggestionGroup>
      )}
      inputValue={value}
      onInputChange={(_, text, reason) => {
        // On opening, the field clears itself to its value of old: what is typed is kept here instead.
        if (reason !== 'reset' || text !== '') onChange(text)
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required
          autoFocus={autoFocus}
          error={error !== undefined}
          helperText={error}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: 120, dir: 'auto' },
          }}
        />
      )}
    />
  )
}

// The library's own groups are lists inside a listbox, which screen readers don't take as one.
function SuggestionGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box role="group" aria-label={name}>
      <Typography variant="body2" color="textSecondary" aria-hidden sx={{ px: 4, pt: 2, pb: 1 }}>
        {name}
      </Typography>
      <Box component="ul" role="presentation" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Box>
  )
}
