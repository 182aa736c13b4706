import { ApiError } from '@cresyl/contract/api/errors'
import type { Point } from '@cresyl/contract/slides/affine'
import { maySeeLabels } from '../images/labels.ts'
import { findImage } from '../images/queries.ts'
import { scaleOf } from '../images/scale.ts'
import { findSlide } from '../slides/queries.ts'
import type { SlideDetails } from '../slides/view.ts'
import { requireReady } from '../viewers/read-pyramid.ts'
import type { Work } from '../work.ts'

/** Two images that are to be laid on each other. */
export interface AlignedImages {
  slideId: string
  imageId: string
  movingSlideId: string
  movingImageId: string
  /** µm per pixel; undefined where unknown. */
  fixedMpp: Point | undefined
  movingMpp: Point | undefined
}

export interface GivenImages {
  image_id: string
  moving_image_id: string
}

export async function findAlignedImages(work: Work, given: GivenImages): Promise<AlignedImages> {
  const fixed = await findScanned(work, given, 'image_id')
  const moving = await findScanned(work, given, 'moving_image_id')
  if (fixed.slideId === moving.slideId) {
    const detail = 'A slide can’t be aligned with itself. Choose another one.'
    throw new ApiError('invalid_input', { detail, fields: { moving_image_id: [detail] } })
  }
  refuseArchived((await findSlide(work.tx, fixed.slideId)).project)
  return {
    slideId: fixed.slideId,
    imageId: given.image_id,
    fixedMpp: fixed.mpp,
    movingSlideId: moving.slideId,
    movingImageId: given.moving_image_id,
    movingMpp: moving.mpp,
  }
}

/** What predictors made of a slide lies on it as they say, and moves along with it. */
async function findScanned(
  { tx, member }: Work,
  given: GivenImages,
  field: keyof GivenImages,
): Promise<{ slideId: string; mpp: Point | undefined }> {
  const image = await findImage(tx, given[field], { labels: await maySeeLabels(tx, member) })
  if (image.slideId === null || image.kind !== 'source') {
    const detail = 'Only scans can be aligned; images computed from them move with them.'
    throw new ApiError('invalid_input', { detail, fields: { [field]: [detail] } })
  }
  requireReady(image)
  return { slideId: image.slideId, mpp: scaleOf(image) ?? undefined }
}

/** What lies on a slide is a part of it, and an archived project keeps its slides as they are. */
export function refuseArchived(project: SlideDetails['project']): void {
  if (project?.archivedAt == null) return
  throw new ApiError('archived', {
    detail:
      'This slide is in an archived project and its alignments cannot be changed. Unarchive the project first.',
  })
}
