import type { RunRegion } from '@cresyl/contract/inference-jobs'
import Box from '@mui/material/Box'
import { candidatesFor, type RunDraft } from '../../../engine/runs/run-draft.ts'
import { usePredictors } from '../queries.ts'
import { useRunImage } from './queries.ts'
import { RunFields } from './run-fields.tsx'
import { Failed, Loading } from './waiting.tsx'

interface OverrideRunProps {
  imageId: string
  visible: RunRegion | null
  draft: RunDraft
  onChange: (draft: RunDraft) => void
}

/** The fields of the run that follows an override. */
export function OverrideRun({ imageId, visible, draft, onChange }: OverrideRunProps) {
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
