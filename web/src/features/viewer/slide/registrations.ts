import { invert } from '@cresyl/contract/slides/affine'
import { isComparable, registered } from '@cresyl/contract/slides/image-space'
import { listRegistrations, type Registration } from '@cresyl/contract/slides/registrations'
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import type { Api } from '../../../lib/api/api.ts'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { loadViewedImage } from './queries.ts'
import { keptAfterLeaving } from './use-slide.ts'

/** Which slides are aligned with one; not asked for until it is known which. */
export const registrationsQuery = ({ call }: Api, slideId: string | undefined) =>
  queryOptions({
    queryKey: [...liveKeys.slides, 'registrations', slideId],
    queryFn:
      slideId === undefined
        ? skipToken
        : ({ signal }) => call(listRegistrations, { query: { slide_id: [slideId], limit: 200 } }, { signal }),
    gcTime: keptAfterLeaving,
    meta: { quiet: true },
  })

/** An image where it lies on another: by itself, or as somebody has aligned it. */
export async function loadAlignedImage(
  client: QueryClient,
  api: Api,
  own: ViewedImage,
  imageId: string,
): Promise<ViewedImage> {
  const image = await loadViewedImage(client, api, imageId)
  const slideId = own.pyramid.slide_id
  if (slideId === null || isComparable(image.space, own.space)) return image
  const { results } = await client.fetchQuery(registrationsQuery(api, slideId))
  const found = results.find((each) => isOf(each, imageId))
  if (!found) return image
  const isMoving = found.moving_image_id === imageId
  const target = await loadViewedImage(client, api, isMoving ? found.image_id : found.moving_image_id)
  const toTarget = isMoving ? found.affine : invert(found.affine)
  return { ...image, space: registered(image.space, target.space, toTarget) }
}

const isOf = ({ image_id, moving_image_id }: Registration, imageId: string) =>
  image_id === imageId || moving_image_id === imageId
