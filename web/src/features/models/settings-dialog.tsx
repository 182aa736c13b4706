import type { Predictor } from '@cresyl/contract/predictors'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { paramDraft, paramFaults, preferredOf } from '../../engine/runs/param-draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { ParamFields } from './param-fields.tsx'
import { useUpdatePredictor } from './queries.ts'
import { words } from './words.ts'

const own = words.dialog

/** What the organisation prefers to what the manifest proposes. */
export function SettingsDialog({ predictor, onClose }: { predictor: Predictor; onClose: () => void }) {
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
