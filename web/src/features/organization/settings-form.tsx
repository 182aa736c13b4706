import type { Organization, OrganizationSettings } from '@cresyl/contract/people/organizations'
import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ConflictAlert } from '../../ui/edit-form/conflict-note.tsx'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { UnsavedGuard } from '../../ui/form/unsaved-guard.tsx'
import { Lock } from '../../ui/frame/icons.ts'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { BrandingSection } from './branding-section.tsx'
import { ClassesSection } from './classes-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { serverErrors, settingsNow, useSettingsUpdate } from './mutations.ts'
import { SaveBar } from './save-bar.tsx'
import { checkSettings, readSettings, toChange, writeSettings } from './settings-draft.ts'
import { SlidesSection } from './slides-section.tsx'
import { words } from './words.ts'

interface SettingsFormProps {
  settings: OrganizationSettings
  organization: Organization
}

/** One form, saved as a whole: the bar with the button is there while something differs from what is stored. */
export function SettingsForm({ settings, organization }: SettingsFormProps) {
  const mayUpdate = usePermission('update:organization_settings')
  const { mutationFn: update, ...settling } = useSettingsUpdate()
  const form = useEditForm({
    stored: settings,
    read: readSettings,
    write: writeSettings,
    check: checkSettings,
    saving: {
      ...settling,
      mutationFn: ({ base, changes }) => update({ base, changes: toChange(changes) }),
    },
    storedNow: settingsNow,
    errorsOf: serverErrors,
    onSaved: () => void showToast(words.save.done),
  })
  const section = { form, disabled: !mayUpdate }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <Stack sx={{ gap: 5, maxWidth: 880 }}>
        {!mayUpdate && (
          <Alert severity="info" variant="outlined" role="note" icon={<Lock size={20} aria-hidden />}>
            {permissionReason('update:organization_settings', words.deed)}
          </Alert>
        )}
        <ConflictAlert form={form} title={words.conflict.title} />
        <GeneralSection {...section} name={organization.name} />
        <BrandingSection {...section} />
        <SlidesSection {...section} quota={settings.quota_bytes} />
        <ClassesSection {...section} />
        <SaveBar form={form} fault={Object.values(form.errors)[0]} />
      </Stack>
      <UnsavedGuard unsaved={form.changed} />
    </form>
  )
}
