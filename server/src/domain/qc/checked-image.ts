import { measureOf } from '@cresyl/contract/qc/qc-measures'
import { cropped, type ImageSpace, mppOf, withPixels } from '@cresyl/contract/slides/image-space'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { channels, images, qcOverlays, slides } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { spaceOf } from '../images/scale.ts'
import type { StoredOverlay } from './stored-finding.ts'
import type { QcJobRow } from './view.ts'

/** The image that was checked, with what its slide says. */
export interface CheckedImage {
  version: number
  space: ImageSpace
  stainerId: string | null
  projectId: string | null
  /** When its slide was deleted, if it was. */
  deletedAt: Date | null
}

/** Held until the transaction ends; undefined where it is gone for good. */
export async function lockChecked(
  tx: Tx,
  { organizationId, slideId, imageId }: QcJobRow,
): Promise<CheckedImage | undefined> {
  const [slide] = await tx
    .select({ stainerId: slides.stainerId, projectId: slides.projectId, deletedAt: slides.deletedAt })
    .from(slides)
    .where(and(eq(slides.organizationId, organizationId), eq(slides.id, slideId)))
    .for('update')
  const [image] = await tx
    .select({
      id: images.id,
      version: images.version,
      space: images.space,
      width: images.width,
      height: images.height,
      mppX: images.mppX,
      mppY: images.mppY,
    })
    .from(images)
    .where(and(eq(images.organizationId, organizationId), eq(images.id, imageId)))
  if (slide === undefined || image === undefined) return undefined
  return { ...slide, version: image.version, space: spaceOf(image) }
}

/** Heat maps and masks as images that lie over the one that was checked; they go and come back with its slide. */
export async function insertOverlays(
  tx: Tx,
  { id: qcJobId, organizationId, slideId }: QcJobRow,
  checked: CheckedImage,
  overlays: readonly StoredOverlay[],
): Promise<void> {
  if (overlays.length === 0) return
  await tx.insert(images).values(
    overlays.map((overlay) => ({
      id: overlay.imageId,
      organizationId,
      slideId,
      kind: 'overlay' as const,
      state: 'ready' as const,
      path: overlay.path,
      width: overlay.width,
      height: overlay.height,
      deletedAt: checked.deletedAt,
      pixelType: 'u8',
      bitDepth: 8,
      samples: 1,
      name: measureOf(overlay.key).label,
      ...placeOf(checked.space, overlay),
      levels: overlay.levels.map(({ width, height, tileWidth, tileHeight, downsample }) => ({
        width,
        height,
        tile_width: tileWidth,
        tile_height: tileHeight,
        downsample,
      })),
    })),
  )
  await tx
    .insert(channels)
    .values(overlays.map(({ imageId }) => ({ id: newId(), organizationId, imageId, index: 0 })))
  await tx.insert(qcOverlays).values(
    overlays.map(({ imageId, key, channel, kind }, n) => ({
      organizationId,
      qcJobId,
      imageId,
      n,
      key,
      channel,
      kind,
    })),
  )
}

/** One picture stands for every focus plane and time. */
function placeOf({ z: _z, t: _t, ...space }: ImageSpace, { box, width, height }: StoredOverlay) {
  const own = withPixels(cropped(space, box), width, height)
  const mpp = mppOf(own)
  return { space: own, mppX: mpp?.x ?? null, mppY: mpp?.y ?? null }
}
