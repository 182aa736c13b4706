import type { OrganizationSettings } from '@cresyl/contract/organizations'
import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Lock } from '../../../ui/icons.ts'
import { Panel } from '../../../ui/panel.tsx'
import { permissionReason } from '../../../ui/permission-reason.ts'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { ConflictAlert } from './conflict-alert.tsx'
import { JudgingStrip } from './judging-strip.tsx'
import { LimitsSection } from './limits-section.tsx'
import { QualitySaveBar } from './quality-save-bar.tsx'
import { useQualityEdit } from './use-quality-edit.ts'
import { words } from './words.ts'

/** One form, saved as a whole: what it would change is said before. */
export function QualityForm({ settings }: { settings: OrganizationSettings }) {
  const mayUpdate = usePermission('update:organization_settings')
  const edit = useQualityEdit(settings)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        edit.save()
      }}
    >
      <Stack sx={{ gap: 5, maxWidth: 880 }}>
        {!mayUpdate && (
          <Alert severity="info" variant="outlined" role="note" icon={<Lock size={20} aria-hidden />}>
            {permissionReason('update:organization_settings', words.deed)}
          </Alert>
        )}
        {edit.conflict && <ConflictAlert edit={edit} conflict={edit.conflict} />}
        <JudgingStrip />
        <Panel title={words.automatic.title}>
          <FormControlLabel
            disabled={!mayUpdate}
            control={
              <Switch
                checked={edit.isAutomatic}
                onChange={(_, isAutomatic) => edit.setAutomatic(isAutomatic)}
              />
            }
            label={words.automatic.label}
          />
          <Typography variant="body2" color="textSecondary">
            {edit.isAutomatic ? words.automatic.on : words.automatic.off}
          </Typography>
        </Panel>
        <LimitsSection edit={edit} disabled={!mayUpdate} />
        <QualitySaveBar edit={edit} />
      </Stack>
      <UnsavedGuard unsaved={edit.changed} />
    </form>
  )
}
