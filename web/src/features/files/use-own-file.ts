import { type File, listFiles } from '@cresyl/contract/files'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLive } from '../../lib/live/live-context.tsx'
import { useApi } from '../../lib/session/session-context.tsx'
import { fileKeys, useFile } from './queries.ts'

/** So many of one's newest files are asked for at once, for all rows together. */
const askedAtOnce = 250
const fresh = 4000

/**
 * One of the files that this person sent lately. However many rows show one, they share one request; a file that is
 * older than those is read by itself. Undefined until known.
 */
export function useOwnFile(id: string): File | undefined {
  useLive('files', 'unhurried')
  // Whether its slide is being checked is told of the slide.
  useLive('slides', 'unhurried')
  const { call } = useApi()
  const [shownSince] = useState(() => Date.now())
  const { data, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: fileKeys.own,
    queryFn: ({ signal }) => call(listFiles, { query: { mine: true, limit: askedAtOnce } }, { signal }),
    select: ({ results }) => results.find((file) => file.id === id) ?? null,
    staleTime: fresh,
    meta: { quiet: true, counts: 'slides' },
  })
  const isMissing = data === null && !isFetching
  const isOlder = dataUpdatedAt < shownSince
  useEffect(() => {
    if (isMissing && isOlder) void refetch({ cancelRefetch: false })
  }, [isMissing, isOlder, refetch])
  const alone = useFile(id, isMissing && !isOlder)
  return data ?? alone.data
}
