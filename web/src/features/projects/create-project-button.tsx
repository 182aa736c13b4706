import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { GatedButton } from '../../ui/gated.tsx'
import { Plus } from '../../ui/icons.ts'
import { permissionReason } from '../../ui/permission-reason.ts'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { words } from './words.ts'

export function CreateProjectButton() {
  const [open, setOpen] = useState(false)
  const mayCreate = usePermission('create:projects')
  const navigate = useNavigate()
  return (
    <>
      <GatedButton
        variant="contained"
        startIcon={<Plus size={18} aria-hidden />}
        reason={mayCreate ? undefined : permissionReason('create:projects', words.deeds.create)}
        onClick={() => setOpen(true)}
      >
        {words.create.button}
      </GatedButton>
      {open && (
        <CreateProjectDialog
          onClose={() => setOpen(false)}
          onCreated={(project) => {
            setOpen(false)
            navigate(`/project/${project.id}`)
          }}
        />
      )}
    </>
  )
}
