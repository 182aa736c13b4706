import { readFile } from '@cresyl/contract/files/files'
import { readJob } from '@cresyl/contract/operations/jobs'
import { readImage } from '@cresyl/contract/slides/images'
import { listViewers, readPyramid } from '@cresyl/contract/slides/viewers'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ViewedImage, viewedImage } from '../../../engine/viewer/viewed-image.ts'
import type { Api } from '../../../lib/api/api.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { keptAfterLeaving, slideQuery, useSlide } from './use-slide.ts'

/** How often something that is being read is asked for, where the server can't tell. */
const soon = 3000

/** The images of a slide that can be opened: what was scanned, and what was made of it. */
export function useViewers(slideId: string) {
  useLive('images', 'unhurried')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.images, 'viewers', slideId],
    queryFn: ({ signal }) => call(listViewers, { query: { slide_id: [slideId] } }, { signal }),
    gcTime: keptAfterLeaving,
    // Without it the image that opens first is all there is to choose.
    meta: { quiet: true },
  })
}

export const pyramidQuery = ({ call }: Api, imageId: string) =>
  queryOptions({
    // What a ready image has never changes: it is none of what is asked for again with every change of an image.
    queryKey: ['pyramids', imageId],
    queryFn: ({ signal }) => call(readPyramid, { params: { id: imageId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })

export const imageQuery = ({ call }: Api, imageId: string) =>
  queryOptions({
    queryKey: [...liveKeys.images, 'one', imageId],
    queryFn: ({ signal }) => call(readImage, { params: { id: imageId } }, { signal }),
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })

/** Asks for what the picture of a slide needs while the page is still being made: then its tiles come sooner. */
export async function prefetchSlide(client: QueryClient, api: Api, slideId: string): Promise<void> {
  const query = slideQuery(api, slideId)
  await client.prefetchQuery(query)
  const imageId = client.getQueryData(query.queryKey)?.image_id
  if (imageId === undefined) return
  await Promise.all([
    client.prefetchQuery(pyramidQuery(api, imageId)),
    client.prefetchQuery(imageQuery(api, imageId)),
  ])
}

/** An image as the view needs it. While it is being read it is asked for again, and opens by itself. */
export function useViewedImage(imageId: string) {
  const api = useApi()
  const pyramid = useQuery({
    ...pyramidQuery(api, imageId),
    refetchInterval: ({ state }) => (isNotReady(state.error) ? soon : false),
  })
  const record = useQuery(imageQuery(api, imageId))
  const { data: known } = pyramid
  // Whoever may not read the record still sees the image, by its own scale.
  const isSettled = record.data !== undefined || record.error !== null
  const space = record.data?.space ?? null
  const image = useMemo(
    () => (known && isSettled ? viewedImage(known, space) : undefined),
    [known, isSettled, space],
  )
  const retry = () => void Promise.all([pyramid.refetch(), record.refetch()])
  return { image, record: record.data, error: pyramid.error, retry }
}

/** The same, for who needs it once. */
export async function loadViewedImage(client: QueryClient, api: Api, imageId: string): Promise<ViewedImage> {
  const [pyramid, record] = await Promise.all([
    client.fetchQuery(pyramidQuery(api, imageId)),
    client.fetchQuery({ ...imageQuery(api, imageId), staleTime: 60_000 }).catch(() => null),
  ])
  return viewedImage(pyramid, record?.space ?? null)
}

export function isNotReady(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_ready'
}

/** How far the reading of a slide's file is; null while nobody knows. */
export function useReadingProgress(slideId: string): number | null {
  useLive('jobs')
  const { call } = useApi()
  const slide = useSlide(slideId)
  const fileId = slide.data?.file_id ?? ''
  const file = useQuery({
    queryKey: [...liveKeys.files, 'one', fileId],
    queryFn: ({ signal }) => call(readFile, { params: { id: fileId } }, { signal }),
    gcTime: keptAfterLeaving,
    enabled: fileId !== '',
    refetchInterval: soon,
    meta: { quiet: true },
  })
  const jobId = file.data?.job_id ?? ''
  const job = useQuery({
    queryKey: [...liveKeys.jobs, 'one', jobId],
    queryFn: ({ signal }) => call(readJob, { params: { id: jobId } }, { signal }),
    enabled: jobId !== '',
    refetchInterval: soon,
    meta: { quiet: true },
  })
  return job.data?.progress ?? null
}
