import type { OrganizationSettings } from '@cresyl/contract/people/organizations'
import { type Modality, measureOf, qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { useEditForm } from '../../../ui/edit-form/use-edit-form.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { Lock } from '../../../ui/frame/icons.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { settingsNow, useSettingsUpdate } from '../mutations.ts'
import { SaveBar } from '../save-bar.tsx'
import { hasFaults } from './check-draft.ts'
import { JudgingStrip } from './judging-strip.tsx'
import { LimitsConflict } from './limits-conflict.tsx'
import { MeasureLimits } from './measure-limits.tsx'
import { checkQuality, mergeQuality, readQuality, writeQuality } from './quality-draft.ts'
import { usePreview } from './queries.ts'
import { StainScope } from './stain-scope.tsx'
import { type DraftScope, type LimitsEdit, writeThresholds } from './thresholds-draft.ts'
import { words } from './words.ts'

/** One form, saved as a whole: what it would change is said before. */
export function QualityForm({ settings }: { settings: OrganizationSettings }) {
  const mayUpdate = usePermission('update:organization_settings')
  const client = useQueryClient()
  const form = useEditForm({
    stored: settings,
    read: readQuality,
    write: writeQuality,
    check: checkQuality,
    saving: useSettingsUpdate(),
    storedNow: settingsNow,
    merge: mergeQuality,
    onSaved: (_, { changes }) => {
      showToast(changes.qc_thresholds ? words.save.doneJudging : words.save.done)
      void client.invalidateQueries({ queryKey: liveKeys.jobs })
    },
  })
  const { qc_automatic: isAutomatic, qc_thresholds: limits } = form.draft
  const isOther = form.changedFields.includes('qc_thresholds')
  const preview = usePreview(isOther && !hasFaults(limits) ? writeThresholds(limits) : null)
  const note = () => {
    if (!isOther) return words.preview.automaticOnly
    if (preview.isCounting) return words.preview.counting
    return preview.data ? words.preview.text(preview.data) : words.preview.failed
  }
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
        <LimitsConflict form={form} />
        <JudgingStrip />
        <Panel title={words.automatic.title}>
          <FormControlLabel
            disabled={!mayUpdate}
            control={
              <Switch checked={isAutomatic} onChange={(_, isOn) => form.change({ qc_automatic: isOn })} />
            }
            label={words.automatic.label}
          />
          <Typography variant="body2" color="textSecondary">
            {isAutomatic ? words.automatic.on : words.automatic.off}
          </Typography>
        </Panel>
        <LimitsSection
          edit={{ draft: limits, change: (qc_thresholds) => form.change({ qc_thresholds }) }}
          disabled={!mayUpdate}
        />
        <SaveBar form={form} fault={form.errors.qc_thresholds} note={note()} />
      </Stack>
      <UnsavedGuard unsaved={form.changed} />
    </form>
  )
}

const own = words.limits
const modalities: readonly (Modality | 'any')[] = ['any', 'brightfield', 'fluorescence']

/** The limits of every measure, for all stains or for one. */
function LimitsSection({ edit, disabled }: { edit: LimitsEdit; disabled: boolean }) {
  const [chosen, setScope] = useState<DraftScope>(null)
  // Discarding may have taken the stain away.
  const scope = chosen !== null && edit.draft.stains[chosen] === undefined ? null : chosen
  return (
    <Panel title={own.title} context={own.context}>
      <StainScope edit={edit} scope={scope} onScope={setScope} disabled={disabled} />
      <Stack sx={{ gap: 6, mt: 5 }}>
        {modalities.map((modality) => (
          <section key={modality} aria-label={own.groups[modality]}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {own.groups[modality]}
            </Typography>
            {qcMeasureKeys
              .filter((key) => measureOf(key).modality === modality)
              .map((key) => (
                <MeasureLimits key={key} measure={key} scope={scope} edit={edit} disabled={disabled} />
              ))}
          </section>
        ))}
      </Stack>
    </Panel>
  )
}
