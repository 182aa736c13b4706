import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorText } from '../../../lib/api/reply.ts'
import { useSession } from '../../../lib/session/session-context.tsx'
import { thumbnailAddress } from '../../../ui/slide/use-thumbnail-address.ts'
import { historyKey } from './queries.ts'
import { words } from './words.ts'

/** Large enough to read what is written on it. */
const size = 1024

interface Revealed {
  /** Null until it is there. */
  address: string | null
  /** Why not, as a sentence. */
  error: string | null
}

const pending: Revealed = { address: null, error: null }

/**
 * A picture that the server is asked for each time, so that it can tell the audit log, and of which nothing stays in
 * the browser: an <img> of the same address would be shown again from what the page remembers.
 */
export function useRevealedPicture(imageId: string): Revealed & { retry: () => void } {
  const session = useSession()
  const queries = useQueryClient()
  const [revealed, setRevealed] = useState(pending)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try fetches it again
  useEffect(() => {
    const controller = new AbortController()
    let made: string | null = null
    fetchPicture(imageId, () => session.accessToken(), controller.signal).then(
      (picture) => {
        if (controller.signal.aborted) return
        made = URL.createObjectURL(picture)
        setRevealed({ address: made, error: null })
        // The history tells of it.
        void queries.invalidateQueries({ queryKey: historyKey })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setRevealed({ address: null, error: sentence(error) })
      },
    )
    return () => {
      controller.abort()
      if (made !== null) URL.revokeObjectURL(made)
      setRevealed(pending)
    }
  }, [imageId, session, queries, tries])
  return { ...revealed, retry: () => setTries(tries + 1) }
}

async function fetchPicture(
  imageId: string,
  accessToken: () => Promise<string | null>,
  signal: AbortSignal,
): Promise<Blob> {
  const token = await accessToken()
  const response = await fetch(thumbnailAddress(imageId, size, token ?? ''), { signal, cache: 'no-store' })
  if (response.ok) return response.blob()
  throw new Error(errorText(await response.json().catch(() => null)))
}

/** A request that got no answer is told by the browser in words of its own. */
const sentence = (error: unknown): string =>
  error instanceof Error && !(error instanceof TypeError) ? error.message : words.labels.unreachable
