import type { Project } from '@cresyl/contract/lab/projects'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router'
import { rememberBelonging, unsorted } from '../../features/uploads/belonging/last-belonging.ts'
import { type Dropped, useIntake } from '../../features/uploads/intake/use-intake.ts'
import { usePageDrop } from '../../features/uploads/intake/use-page-drop.ts'
import { useUploader } from '../../features/uploads/uploader-context.tsx'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Upload } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { paths } from '../paths.ts'
import { words } from '../words.ts'

const own = words.projectUploads

interface ProjectUpload {
  /** Null: into none. */
  projectId: string | null
  /** Why not; undefined where files can be uploaded. */
  reason: string | undefined
}

/** Why nothing can be uploaded into a project, or into none. */
export function useUploadReason(project: Project | null): string | undefined {
  const mayCreate = usePermission('create:files')
  const mayUpload = usePermission('upload:files')
  if (!mayCreate || !mayUpload) return permissionReason(mayCreate ? 'upload:files' : 'create:files', own.deed)
  return project && (project.archived_at ?? project.deleted_at) !== null ? own.archived : undefined
}

/** Leads to the uploads, with the project chosen for what is added there next. */
export function UploadButton({ projectId, reason }: ProjectUpload) {
  const uploader = useUploader()
  const navigate = useNavigate()
  return (
    <GatedButton
      variant="contained"
      startIcon={<Upload size={18} aria-hidden />}
      reason={reason}
      onClick={() => {
        rememberBelonging(uploader, { projectId })
        navigate(paths.uploads)
      }}
    >
      {own.button}
    </GatedButton>
  )
}

/** Files dropped anywhere on the page are uploaded into the project at once; what can't be is shown among the uploads. */
export function ProjectDrop({ projectId, name, reason }: ProjectUpload & { name: string | null }) {
  const uploader = useUploader()
  const navigate = useNavigate()
  const { drop } = useIntake()

  async function take(dropped: Dropped) {
    if (reason !== undefined) return void showToast(reason, 'error')
    // Nobody is asked what they show: what was chosen for other files must not be taken for granted.
    const keys = new Set(await drop(dropped, { ...unsorted, projectId }))
    const added = uploader.list().filter(({ key, stage }) => stage === 'draft' && keys.has(key))
    const good = added.filter(({ errors }) => errors.length === 0)
    const see = () => void navigate(paths.uploads)
    if (good.length > 0) {
      uploader.start(good.map(({ key }) => key))
      showToast(own.begun(good.length, name), 'info', { label: own.see, run: see })
    }
    if (good.length < added.length) see()
  }

  const over = usePageDrop({
    onFiles: (dropped) => void take(dropped),
    onOther: () => void showToast(own.notFiles, 'warning'),
  })
  if (!over) return null
  return (
    <Box
      aria-hidden
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'tooltip',
        pointerEvents: 'none',
        display: 'grid',
        placeItems: 'center',
        border: '4px solid',
        borderColor: reason === undefined ? 'primary.main' : 'error.main',
      }}
    >
      <Box
        sx={{
          px: 6,
          py: 4,
          maxWidth: 'min(520px, 90vw)',
          borderRadius: 1,
          bgcolor: 'tokens.raised',
          boxShadow: 8,
        }}
      >
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {reason ?? own.over(name)}
        </Typography>
      </Box>
    </Box>
  )
}
