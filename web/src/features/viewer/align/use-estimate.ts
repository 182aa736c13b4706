import { cancelJob } from '@cresyl/contract/operations/jobs'
import {
  createRegistrationEstimate,
  readRegistrationEstimate,
} from '@cresyl/contract/slides/registration-estimates'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'

/** Looks for how the slides lie on each other; what was found last is kept until it is forgotten. */
export function useEstimate(imageId: string, movingImageId: string) {
  useLive('jobs')
  const { call } = useApi()
  const begun = useMutation({
    mutationFn: () =>
      call(createRegistrationEstimate, { body: { image_id: imageId, moving_image_id: movingImageId } }),
  })
  const cancelled = useMutation({ mutationFn: (id: string) => call(cancelJob, { params: { id } }) })
  const id = begun.data?.id
  const { data } = useQuery({
    queryKey: [...liveKeys.jobs, 'alignment', id],
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => call(readRegistrationEstimate, { params: { id } }, { signal }),
    // Whatever is announced, and by itself where nothing comes.
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data.state) ? askAgainMilliseconds : false,
    ...(begun.data && { placeholderData: begun.data }),
    meta: { quiet: true },
  })
  const estimate = id === undefined ? undefined : data
  return {
    estimate,
    isLooking: begun.isPending || (estimate !== undefined && isUnderWay(estimate.state)),
    look: () => begun.mutate(),
    cancel: () => {
      if (id !== undefined) cancelled.mutate(id)
    },
    forget: begun.reset,
  }
}

const askAgainMilliseconds = 2000

const isUnderWay = (state: string) => state === 'queued' || state === 'running'
