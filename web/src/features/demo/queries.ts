import { type Demo, readDemo, removeDemo } from '@cresyl/contract/lab/demo'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'

/** Below the slides: those that arrive or go are told of. */
const demoKey = [...liveKeys.slides, 'demo'] as const

const soon = 2000

/** Null where the server gave an empty answer. */
export function useDemo() {
  useLive('slides', 'unhurried')
  const { call } = useApi()
  return useQuery<Demo | null>({
    queryKey: demoKey,
    queryFn: ({ signal }) => call(readDemo, {}, { signal }),
    // The end of the job that makes or removes it changes no slide.
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? soon : false),
    meta: { quiet: true },
  })
}

function isUnderWay({ state }: Demo): boolean {
  return state === 'arriving' || state === 'removing'
}

export function useRemoveDemo() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeDemo),
    onSuccess: (demo) => client.setQueryData(demoKey, demo),
    onError: () => client.invalidateQueries({ queryKey: demoKey }),
  })
}
