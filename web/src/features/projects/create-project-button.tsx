import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Plus } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { words } from './words.ts'

const load = async () => ({ default: (await import('./create-project-dialog.tsx')).CreateProjectDialog })
const CreateProjectDialog = lazy(load)

/** Whoever comes near the button will want it at once; what goes wrong is told when it is pressed. */
const prefetch = () => void load().catch(() => undefined)

/** Outlined where something else is what the page is for. */
export function CreateProjectButton({ variant = 'contained' }: { variant?: 'contained' | 'outlined' }) {
  const [open, setOpen] = useState(false)
  const mayCreate = usePermission('create:projects')
  const navigate = useNavigate()
  return (
    <>
      <GatedButton
        variant={variant}
        startIcon={<Plus size={18} aria-hidden />}
        reason={mayCreate ? undefined : permissionReason('create:projects', words.deeds.create)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        {words.create.button}
      </GatedButton>
      <Suspense fallback={null}>
        {open && (
          <CreateProjectDialog
            onClose={() => setOpen(false)}
            onCreated={(project) => {
              setOpen(false)
              navigate(`/project/${project.id}`)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
