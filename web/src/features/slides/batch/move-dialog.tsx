import Box from '@mui/material/Box'
import { useState } from 'react'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { ProjectField } from '../choices/project-field.tsx'
import type { Choice } from '../choices/queries.ts'
import { words } from '../words.ts'
import type { BatchDialogProps } from './batch-action.ts'
import { useStartBatch } from './queries.ts'

const unsorted: Choice = { id: 'unsorted', name: words.move.unsorted }

export function MoveDialog({ chosen, onStarted, onClose }: BatchDialogProps) {
  const [project, setProject] = useState<Choice | null>(null)
  const { mutate, isPending } = useStartBatch()

  function submit() {
    if (project === null) return
    const action = { kind: 'set' as const, project_id: project.id === unsorted.id ? null : project.id }
    mutate({ selection: chosen.selection, action }, { onSuccess: onStarted })
  }

  return (
    <FormDialog
      title={words.move.title(chosen.count)}
      submitLabel={words.move.submit}
      reason={project === null ? words.move.nothingChosen : undefined}
      maxWidth="xs"
      onClose={onClose}
      form={{ busy: isPending, changed: project !== null, submit: submit }}
    >
      <Box sx={{ pt: 2 }}>
        <ProjectField
          label={words.move.to}
          value={project}
          placeholder=""
          before={[unsorted]}
          onChange={setProject}
        />
      </Box>
    </FormDialog>
  )
}
