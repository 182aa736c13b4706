import type { Point } from '@cresyl/contract/slides/affine'
import { type ImageSpace, sourceSpace } from '@cresyl/contract/slides/image-space'
import type { ImageRow } from './view.ts'

/** µm of a pixel, as the file or a person says; null where nobody does. */
export type Scale = Point | null

export const scaleOf = ({ mppX: x, mppY: y }: Pick<ImageRow, 'mppX' | 'mppY'>): Scale =>
  x === null || y === null ? null : { x, y }

export function spaceOf(
  image: Pick<ImageRow, 'id' | 'space' | 'width' | 'height' | 'mppX' | 'mppY'>,
): ImageSpace {
  const { id, space, width, height } = image
  const mpp = scaleOf(image) ?? undefined
  return space ?? sourceSpace({ frame: id, width: width ?? 1, height: height ?? 1, mpp })
}
