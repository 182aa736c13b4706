import type { Organization, OrganizationSettings } from '@cresyl/contract/organizations'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Stack from '@mui/material/Stack'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Lock } from '../../ui/icons.ts'
import { permissionReason } from '../../ui/permission-reason.ts'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { BrandingSection } from './branding-section.tsx'
import { ClassesSection } from './classes-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { SlidesSection } from './slides-section.tsx'
import { useSettingsEdit } from './use-settings-edit.tsx'
import { words } from './words.ts'

interface SettingsFormProps {
  settings: OrganizationSettings
  organization: Organization
}

/** One form, saved as a whole: the bar with the button is there while something differs from what is stored. */
export function SettingsForm({ settings, organization }: SettingsFormProps) {
  const mayUpdate = usePermission('update:organization_settings')
  const edit = useSettingsEdit(settings)
  const section = { edit, disabled: !mayUpdate }
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
        {edit.conflict && (
          <Alert severity="warning" variant="outlined">
            <AlertTitle>{words.conflict.title}</AlertTitle>
            {edit.conflict.fields.length > 0 ? words.conflict.choose : words.conflict.merged}
          </Alert>
        )}
        <GeneralSection {...section} name={organization.name} />
        <BrandingSection {...section} />
        <SlidesSection {...section} quota={settings.quota_bytes} />
        <ClassesSection {...section} />
        <SaveBar edit={edit} fault={Object.values(edit.errors)[0]} />
      </Stack>
      <UnsavedGuard unsaved={edit.changed} />
    </form>
  )
}
