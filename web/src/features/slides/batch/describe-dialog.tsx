import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { ChoiceField } from '../choices/choice-field.tsx'
import { type Choice, useStains, useTissues } from '../choices/queries.ts'
import { words } from '../words.ts'
import type { BatchDialogProps } from './batch-action.ts'
import { useStartBatch } from './queries.ts'

/** Stands for taking away what is set. */
const removal = { id: 'none', name: words.describe.remove }
const withRemoval = (choices: readonly Choice[]) => [removal, ...choices]
const idOf = (chosen: string) => (chosen === removal.id ? null : chosen)

/** Says for all of them which tissue and stain they show; what is left alone stays as it is. */
export function DescribeDialog({ chosen, onStarted, onClose }: BatchDialogProps) {
  const [tissue, setTissue] = useState<string | null>(null)
  const [stain, setStain] = useState<string | null>(null)
  const { mutate, isPending } = useStartBatch()
  const isChosen = tissue !== null || stain !== null

  function submit() {
    const action = {
      kind: 'set' as const,
      ...(tissue !== null && { tissue_id: idOf(tissue) }),
      ...(stain !== null && { stainer_id: idOf(stain) }),
    }
    mutate({ selection: chosen.selection, action }, { onSuccess: onStarted })
  }

  return (
    <FormDialog
      title={words.describe.title(chosen.count)}
      submitLabel={words.describe.submit}
      reason={isChosen ? undefined : words.describe.nothingChosen}
      maxWidth="xs"
      onClose={onClose}
      form={{ busy: isPending, changed: isChosen, submit: submit }}
    >
      <Stack sx={{ gap: 5, pt: 2 }}>
        <ChoiceField
          label={words.describe.tissue}
          choices={withRemoval(useTissues())}
          value={tissue}
          placeholder={words.describe.keep}
          onChange={setTissue}
        />
        <ChoiceField
          label={words.describe.stain}
          choices={withRemoval(useStains())}
          value={stain}
          placeholder={words.describe.keep}
          onChange={setStain}
        />
      </Stack>
    </FormDialog>
  )
}
