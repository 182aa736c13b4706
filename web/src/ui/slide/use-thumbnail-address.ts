import { thumbnailLimits } from '@cresyl/contract/slides/viewers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../lib/session/session-context.tsx'

/** One picture for boxes of nearly the same size: the browser keeps what it has. */
const sizes = [64, 128, 256, thumbnailLimits.stored, 1024] as const

/** Pixels of the longer side for a box of so many pixels of the page. */
export function thumbnailSize(side: number, pixelRatio: number): number {
  const wanted = side * Math.min(pixelRatio, 2)
  return sizes.find((size) => size >= wanted) ?? sizes[sizes.length - 1] ?? thumbnailLimits.stored
}

export function thumbnailAddress(imageId: string, size: number, token: string): string {
  const query = new URLSearchParams({ size: String(size), token })
  return `/api/viewers/thumbnails/${imageId}/?${query}`
}

/**
 * Where the picture lies, for an <img>. Its token is taken once and kept with it: when the session's is renewed the
 * address stays, and with it what the browser has fetched. One that has expired is replaced when fetching fails.
 */
export function useThumbnailAddress(imageId: string, side: number) {
  const session = useSession()
  const [failures, setFailures] = useState(0)
  const size = thumbnailSize(side, window.devicePixelRatio)
  const { data, isError, refetch } = useQuery({
    // Another size is fetched anew: the token that an earlier one came with may have expired.
    queryKey: ['thumbnail-token', imageId, size],
    queryFn: () => session.accessToken(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return {
    /** Null until known. */
    address: data ? thumbnailAddress(imageId, size, data) : null,
    isGivenUp: isError || data === null || failures > 1,
    tryAgain: async () => {
      if (failures === 0) {
        const { data: renewed } = await refetch()
        // The same address would fail the same way.
        if (renewed !== data) return setFailures(1)
      }
      setFailures(2)
    },
  }
}
