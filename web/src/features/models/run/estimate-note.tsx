import { estimateRun } from '@cresyl/contract/inference-jobs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { RunOrder } from '../../../engine/runs/run-draft.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { estimateSentence } from './estimate-sentence.ts'

/** How long it will take and what goes before it, as far as that can be told; nothing until it is known. */
export function EstimateNote({ imageId, order }: { imageId: string; order: RunOrder }) {
  const { call } = useApi()
  const { predictor_id, region, mpp } = order
  const query = {
    ...{ predictor_id, input_image_id: imageId },
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
