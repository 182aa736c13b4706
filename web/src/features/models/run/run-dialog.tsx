import { estimateRun, type InferenceJob, type RunRegion } from '@cresyl/contract/predictors/inference-jobs'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  candidatesFor,
  emptyRun,
  isTyped,
  lookAhead,
  partialRun,
  type RunDraft,
  type RunOrder,
  withPredictor,
} from '../../../engine/runs/run-draft.ts'
import { runOnly } from '../../../engine/runs/run-steps.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { usePredictors } from '../queries.ts'
import { estimateSentence } from './estimate-sentence.ts'
import { GateNote } from './gate-note.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import { useRunImage } from './queries.ts'
import { RunFields } from './run-fields.tsx'
import { RunStepsList } from './run-steps-list.tsx'
import { useRunSteps } from './use-run-steps.ts'
import { Failed, Loading } from './waiting.tsx'
import { words } from './words.ts'

const own = words.dialog

export interface RunDialogProps {
  imageId: string
  /** What is seen of the image; null where that can't be told. */
  visible: RunRegion | null
  /** The part is the box around an annotation rather than what is seen: it is what is meant at first. */
  isAnnotation?: boolean
  /** To be made again, with what it was made with. */
  again?: InferenceJob
  onStarted: () => void
  onClose: () => void
}

/** Asks what is to be run and how, says what doesn't fit before anything is computed, and has it run. */
export function RunDialog(props: RunDialogProps) {
  const { imageId, visible, isAnnotation = false, again, onStarted, onClose } = props
  const mayRun = usePermission('create:inference_jobs')
  const known = useRunImage(imageId)
  const predictors = usePredictors()
  const [changed, setDraft] = useState<RunDraft | null>(null)
  const [overrides, setOverrides] = useState(false)
  const steps = useRunSteps()
  const earlier = predictors.data?.find(({ id }) => id === again?.predictor_id)
  const draft =
    changed ??
    (again && earlier ? withPredictor(emptyRun, earlier, again) : isAnnotation ? partialRun : emptyRun)
  const image = known.data?.image ?? null
  // What is made again is made of the same part.
  const region = again?.region ?? visible
  const { order, fit, faults } = lookAhead(draft, image, region)
  const isGated = draft.predictor?.manifest.input.qc_gate ?? true
  const isBlocked = isGated && known.data?.gate === 'blocked'
  const error = known.error ?? predictors.error

  if (overrides && known.data?.check) {
    return (
      <OverrideDialog
        check={known.data.check}
        visible={region}
        begun={draft}
        onDone={onStarted}
        onClose={onClose}
      />
    )
  }

  function reason(): string | undefined {
    if (!mayRun) return permissionReason('create:inference_jobs', words.deed)
    if (known.data === undefined || predictors.data === undefined) return own.loading
    if (draft.predictor === null) return words.fields.choose
    if (Object.keys(faults).length > 0) return words.fields.wrong
    if (order === null) return fit?.misfits[0]?.sentence ?? words.fields.misfit
    return isBlocked ? words.gate.blocked : undefined
  }

  async function submit() {
    if (!(await steps.run(runOnly, { imageId, order }))) return
    showToast(own.started(draft.predictor?.manifest.name ?? ''))
    onStarted()
    onClose()
  }

  return (
    <FormDialog
      title={again ? own.again : own.title}
      submitLabel={steps.progress?.made ? own.goOn : own.submit}
      reason={reason()}
      onClose={onClose}
      form={{ busy: steps.isRunning, changed: isTyped(draft, again), submit: () => void submit() }}
    >
      {known.data && predictors.data ? (
        <Box sx={{ pt: 2, display: 'grid', gap: 4 }}>
          <RunFields
            candidates={candidatesFor(predictors.data, known.data.image)}
            image={known.data.image}
            region={region}
            partOf={again?.region != null ? 'earlier' : isAnnotation ? 'annotation' : 'visible'}
            draft={draft}
            onChange={setDraft}
          />
          {draft.predictor && (
            <GateNote known={known.data} isGated={isGated} onOverride={() => setOverrides(true)} />
          )}
          {order && !isBlocked && <EstimateNote imageId={imageId} order={order} />}
        </Box>
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
      {steps.progress && <RunStepsList progress={steps.progress} />}
    </FormDialog>
  )
}

/** How long it will take and what goes before it, as far as that can be told; nothing until it is known. */
function EstimateNote({ imageId, order }: { imageId: string; order: RunOrder }) {
  const { call } = useApi()
  const { predictor_id, region, mpp } = order
  const query = {
    predictor_id,
    input_image_id: imageId,
    ...(region && { pixels: region.width * region.height }),
    ...(mpp !== undefined && { mpp }),
  }
  const { data } = useQuery({
    queryKey: [...liveKeys.inference_jobs, 'estimate', query],
    queryFn: ({ signal }) => call(estimateRun, { query }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
  return (
    <Typography role="status" variant="body2" color="textSecondary" sx={{ minHeight: 20 }}>
      {data && estimateSentence(data)}
    </Typography>
  )
}
