import type { Predictor } from '@cresyl/contract/predictors'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { GatedButton } from '../../ui/gated.tsx'
import { SlidersHorizontal } from '../../ui/icons.ts'
import { permissionReason } from '../../ui/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useUpdatePredictor } from './queries.ts'
import { SettingsDialog } from './settings-dialog.tsx'
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
