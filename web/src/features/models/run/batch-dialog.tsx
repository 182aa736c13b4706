import type { GivenSlideSelection } from '@cresyl/contract/slides/slide-batches'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { candidatesFor, emptyRun, isTyped, lookAhead } from '../../../engine/runs/run-draft.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { usePredictors } from '../queries.ts'
import { useStartRuns } from './queries.ts'
import { RunFields } from './run-fields.tsx'
import { Failed, Loading } from './waiting.tsx'
import { words } from './words.ts'

const own = words.batch

export interface BatchRunDialogProps {
  selection: GivenSlideSelection
  count: number
  /** With the job that stands for all of them. */
  onStarted: (jobId: string) => void
  onClose: () => void
}

/** Runs a predictor on many slides: which of them it fits is found out one by one. */
export function BatchRunDialog({ selection, count, onStarted, onClose }: BatchRunDialogProps) {
  const predictors = usePredictors()
  const [draft, setDraft] = useState(emptyRun)
  const start = useStartRuns()
  const { order, faults } = lookAhead(draft, null)
  const reason =
    draft.predictor === null
      ? words.fields.choose
      : Object.keys(faults).length > 0
        ? words.fields.wrong
        : undefined

  function submit() {
    const { predictor } = draft
    if (order === null || predictor === null) return
    start.mutate(
      { selection, order },
      {
        onSuccess: ({ id }) => {
          showToast(own.started(predictor.manifest.name, count), 'info')
          onStarted(id)
        },
      },
    )
  }

  return (
    <FormDialog
      title={own.title(count)}
      submitLabel={own.submit}
      reason={reason}
      onClose={onClose}
      form={{ busy: start.isPending, changed: isTyped(draft), submit: submit }}
    >
      <Typography sx={{ mb: 4 }}>{own.text}</Typography>
      {predictors.data ? (
        <RunFields
          candidates={candidatesFor(predictors.data, null)}
          image={null}
          region={null}
          draft={draft}
          onChange={setDraft}
        />
      ) : predictors.error ? (
        <Failed error={predictors.error} onRetry={() => void predictors.refetch()} />
      ) : (
        <Loading />
      )}
      {draft.predictor && draft.predictor.manifest.input.channels.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {own.channels}
        </Typography>
      )}
    </FormDialog>
  )
}
