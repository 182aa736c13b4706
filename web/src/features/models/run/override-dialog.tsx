import { textLimits } from '@cresyl/contract/api/limits'
import type { RunRegion } from '@cresyl/contract/predictors/inference-jobs'
import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { candidatesFor, emptyRun, lookAhead, type RunDraft } from '../../../engine/runs/run-draft.ts'
import { overrideAndRun, overrideOnly } from '../../../engine/runs/run-steps.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { usePredictors } from '../queries.ts'
import { useRunImage } from './queries.ts'
import { RunFields } from './run-fields.tsx'
import { RunStepsList } from './run-steps-list.tsx'
import { useRunSteps } from './use-run-steps.ts'
import { Failed, Loading } from './waiting.tsx'
import { words } from './words.ts'

const own = words.override

export interface OverrideDialogProps {
  check: QcJob
  visible: RunRegion | null
  /** What is to be run, where that was said before. */
  begun?: RunDraft
  /** Something was run. */
  onDone?: () => void
  onClose: () => void
}

/** Takes the decision over from a check that failed: says what follows, asks why, and what to run then. */
export function OverrideDialog({ check, visible, begun, onDone, onClose }: OverrideDialogProps) {
  const mayRun = usePermission('create:inference_jobs')
  const [typed, setTyped] = useState('')
  const [alsoRuns, setAlsoRuns] = useState(begun !== undefined)
  const [draft, setDraft] = useState(begun ?? emptyRun)
  const imageId = check.input_image_id
  const { data: known } = useRunImage(imageId)
  const steps = useRunSteps()
  const reason = typed.trim()
  const outlook = lookAhead(draft, known?.image ?? null, visible)
  const order = known && outlook.order
  // What is done stays done: then only the rest can still be chosen.
  const isOverridden = steps.progress !== null && steps.progress.next !== 'override'

  function missing(): string | undefined {
    if (reason === '' && !isOverridden) return own.reasonMissing
    if (!alsoRuns) return undefined
    if (!mayRun) return permissionReason('create:inference_jobs', words.deed)
    if (draft.predictor === null) return words.fields.choose
    if (Object.keys(outlook.faults).length > 0) return words.fields.wrong
    return order ? undefined : (outlook.fit?.misfits[0]?.sentence ?? words.fields.misfit)
  }

  async function submit() {
    const wanted = { imageId, order: order ?? null, override: { check, reason } }
    if (!(await steps.run(alsoRuns ? overrideAndRun : overrideOnly, wanted))) return
    showToast(alsoRuns ? words.dialog.started(draft.predictor?.manifest.name ?? '') : own.done)
    if (alsoRuns) onDone?.()
    onClose()
  }

  return (
    <FormDialog
      title={own.title}
      submitLabel={isOverridden ? words.dialog.goOn : alsoRuns ? own.submitBoth : own.submit}
      reason={missing()}
      onClose={onClose}
      form={{ busy: steps.isRunning, changed: reason !== '' && !isOverridden, submit: () => void submit() }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{check.message}</Typography>
      <Typography sx={{ mt: 3 }}>{own.text}</Typography>
      <Box component="ul" sx={{ mt: 2, mb: 4, pl: 5, display: 'grid', gap: 1 }}>
        {own.follows.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Box>
      <TextField
        required
        fullWidth
        autoFocus
        multiline
        minRows={2}
        maxRows={8}
        label={own.reason}
        helperText={own.reasonHint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: textLimits.reason, dir: 'auto', readOnly: isOverridden } }}
      />
      <FormControlLabel
        sx={{ mt: 2 }}
        label={own.alsoRun}
        control={
          <Checkbox
            checked={alsoRuns}
            // Which steps there are was said when the first was taken.
            disabled={isOverridden}
            onChange={(_, isChecked) => setAlsoRuns(isChecked)}
          />
        }
      />
      {alsoRuns && <OverrideRun imageId={imageId} visible={visible} draft={draft} onChange={setDraft} />}
      {steps.progress && <RunStepsList progress={steps.progress} />}
      {isOverridden && steps.progress?.failure && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {own.close}
        </Typography>
      )}
    </FormDialog>
  )
}

interface OverrideRunProps {
  imageId: string
  visible: RunRegion | null
  draft: RunDraft
  onChange: (draft: RunDraft) => void
}

/** The fields of the run that follows an override. */
function OverrideRun({ imageId, visible, draft, onChange }: OverrideRunProps) {
  const known = useRunImage(imageId)
  const predictors = usePredictors()
  const error = known.error ?? predictors.error
  return (
    <Box sx={{ mt: 3 }}>
      {known.data && predictors.data ? (
        <RunFields
          candidates={candidatesFor(predictors.data, known.data.image)}
          image={known.data.image}
          region={visible}
          draft={draft}
          onChange={onChange}
        />
      ) : error ? (
        <Failed
          error={error}
          onRetry={() => {
            known.refetch()
            void predictors.refetch()
          }}
        />
      ) : (
        <Loading />
      )}
    </Box>
  )
}
