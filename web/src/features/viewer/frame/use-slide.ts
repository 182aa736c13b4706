import { readSlide } from '@cresyl/contract/slides'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'

export function useSlide(id: string | undefined) {
  useLive('slides')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.slides, 'one', id ?? ''],
    queryFn: ({ signal }) => call(readSlide, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined && id !== '',
  })
}
