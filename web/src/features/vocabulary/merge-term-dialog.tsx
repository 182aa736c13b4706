import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useAllTerms, useMergeTerm, useUses } from './queries.ts'
import { Uses } from './uses.tsx'
import type { Term, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

interface MergeTermDialogProps {
  vocabulary: Vocabulary
  term: Term
  onClose: () => void
}

export function MergeTermDialog({ vocabulary, term, onClose }: MergeTermDialogProps) {
  const { merge: own } = vocabulary.words
  const [into, setInto] = useState<Term | null>(null)
  const others = useAllTerms(vocabulary).filter(({ id }) => id !== term.id)
  const uses = useUses(vocabulary, term)
  const merge = useMergeTerm(vocabulary)
  return (
    <FormDialog
      title={own.title}
      submitLabel={into ? own.submitInto(into.name) : own.submit}
      reason={into ? undefined : own.required}
      onClose={onClose}
      form={{
        busy: merge.isPending,
        changed: false,
        submit: () =>
          into &&
          merge.mutate(
            { term, into },
            {
              onSuccess: () => {
                showToast(words.done.merged(term.name, into.name))
                onClose()
              },
            },
          ),
      }}
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        <Typography>{own.text(term.name, uses)}</Typography>
        <Autocomplete
          options={others}
          value={into}
          onChange={(_, chosen) => setInto(chosen)}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText={own.none}
          renderOption={({ key, ...props }, { name, uses: others }) => (
            <Box
              component="li"
              key={key}
              {...props}
              sx={{ gap: 4, justifyContent: 'space-between !important' }}
            >
              <bdi>{name}</bdi>
              <Uses count={others} />
            </Box>
          )}
          autoHighlight
          // By a name that was merged away, too.
          filterOptions={(options, { inputValue }) => {
            const typed = inputValue.trim().toLowerCase()
            return options.filter(({ name, aliases }) =>
              [name, ...aliases].some((each) => each.toLowerCase().includes(typed)),
            )
          }}
          renderInput={(params) => (
            <TextField {...params} label={own.into} helperText={own.intoHint} required autoFocus />
          )}
        />
        <Typography sx={{ fontWeight: 600 }}>{own.warning}</Typography>
      </Stack>
    </FormDialog>
  )
}
