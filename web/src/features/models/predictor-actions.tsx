import type { Predictor } from '@cresyl/contract/predictors/predictors'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { paramDraft, paramFaults, preferredOf } from '../../engine/runs/param-draft.ts'
import { usePermission } from '../../lib/session/session-context.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SlidersHorizontal } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { ParamFields } from './param-fields.tsx'
import { useUpdatePredictor } from './queries.ts'
import { words } from './words.ts'

const permission = 'update:predictors'

/** Why a person may not change predictors; undefined where they may. */
function useReason(): string | undefined {
  return usePermission(permission) ? undefined : permissionReason(permission, words.deed)
}

export function EnableButton({ predictor }: { predictor: Predictor }) {
  const { enabled, manifest } = predictor
  const update = useUpdatePredictor()
  const told = enabled ? words.told.disabled : words.told.enabled
  return (
    <GatedButton
      size="small"
      variant={enabled ? 'outlined' : 'contained'}
      reason={useReason()}
      loading={update.isPending}
      onClick={() =>
        update.mutate(
          { predictor, change: { enabled: !enabled } },
          { onSuccess: () => showToast(told(manifest.name)) },
        )
      }
    >
      {enabled ? words.disable : words.enable}
    </GatedButton>
  )
}

export function SettingsButton({ predictor }: { predictor: Predictor }) {
  const [isOpen, setOpen] = useState(false)
  const { name, params } = predictor.manifest
  const reason = useReason()
  return (
    <>
      <GatedButton
        size="small"
        aria-label={words.settingsOf(name)}
        startIcon={<SlidersHorizontal size={16} aria-hidden />}
        reason={params.length === 0 ? words.noSettings : reason}
        onClick={() => setOpen(true)}
      >
        {words.settings}
      </GatedButton>
      {isOpen && <SettingsDialog predictor={predictor} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Whether it runs by itself once a slide is there. */
export function AutomaticSwitch({ predictor }: { predictor: Predictor }) {
  const { automatic, enabled, manifest } = predictor
  const update = useUpdatePredictor()
  const missing = useReason()
  const reason = missing ?? (enabled ? undefined : words.switch.automaticOff)
  const toggle = () =>
    update.mutate(
      { predictor, change: { automatic: !automatic } },
      {
        onSuccess: () =>
          showToast((automatic ? words.told.notAutomatic : words.told.automatic)(manifest.name)),
      },
    )
  return (
    <Tooltip title={reason ?? words.switch.automaticHint}>
      <FormControlLabel
        label={words.switch.automatic}
        control={
          <Switch
            size="small"
            checked={automatic}
            onChange={() => reason === undefined && !update.isPending && toggle()}
            slotProps={{ input: { 'aria-disabled': reason !== undefined } }}
          />
        }
        sx={{ m: 0, gap: 1, ...(reason !== undefined && { opacity: 0.6 }) }}
      />
    </Tooltip>
  )
}

const own = words.dialog

/** What the organisation prefers to what the manifest proposes. */
function SettingsDialog({ predictor, onClose }: { predictor: Predictor; onClose: () => void }) {
  const { name, params } = predictor.manifest
  const [first] = useState(() => paramDraft(params, predictor.preferred_params))
  const [draft, setDraft] = useState(first)
  const update = useUpdatePredictor()
  const faults = paramFaults(params, draft)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  const save = () =>
    update.mutate(
      { predictor, change: { preferred_params: preferredOf(params, draft) } },
      {
        onSuccess: () => {
          showToast(words.told.settings(name))
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={own.title(name)}
      submitLabel={own.save}
      reason={Object.keys(faults).length > 0 ? own.wrong : isChanged ? undefined : own.unchanged}
      onClose={onClose}
      form={{ busy: update.isPending, changed: isChanged, submit: save }}
    >
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        {own.text}
      </Typography>
      <ParamFields params={params} draft={draft} faults={faults} onChange={setDraft} />
      <Button size="small" sx={{ mt: 3 }} onClick={() => setDraft(paramDraft(params, {}))}>
        {own.reset}
      </Button>
    </FormDialog>
  )
}
