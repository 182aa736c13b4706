import type { Project } from '@cresyl/contract/projects'
import { useState } from 'react'
import { useIdempotencyKey } from '../../lib/api/idempotency.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { checkDraft, type Draft, isChanged } from './draft.ts'
import { projectErrors, useCreateProject } from './mutations.ts'
import { ProjectFields } from './project-fields.tsx'
import { words } from './words.ts'

const blank: Draft = { name: '', description: '' }

interface CreateProjectDialogProps {
  onClose: () => void
  onCreated: (project: Project) => void
}

export function CreateProjectDialog({ onClose, onCreated }: CreateProjectDialogProps) {
  const [draft, setDraft] = useState(blank)
  const [tried, setTried] = useState(false)
  const keyFor = useIdempotencyKey()
  const create = useCreateProject()
  const errors = { ...projectErrors(create.error), ...(tried && checkDraft(draft)) }

  function submit() {
    setTried(true)
    if (Object.keys(checkDraft(draft)).length > 0) return
    create.mutate(
      { body: draft, idempotencyKey: keyFor(draft) },
      {
        onSuccess: (project) => {
          showToast(words.done.created(project.name))
          onCreated(project)
        },
      },
    )
  }

  function change(next: Draft) {
    setDraft(next)
    if (create.isError) create.reset()
  }

  return (
    <FormDialog
      title={words.create.title}
      submitLabel={words.create.submit}
      busy={create.isPending}
      changed={isChanged(blank, draft)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProjectFields draft={draft} errors={errors} onChange={change} />
    </FormDialog>
  )
}
