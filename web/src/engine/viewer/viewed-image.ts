import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import type { Pyramid } from '@cresyl/contract/slides/viewers'

/** An image as the viewer needs it. */
export interface ViewedImage {
  readonly id: string
  readonly pyramid: Pyramid
  /** From its pixels to µm, where its scale is known. */
  readonly space: ImageSpace
}

/** The space is that of the image's own record; without one, its own pixels and scale. */
export function viewedImage(pyramid: Pyramid, space: ImageSpace | null = null): ViewedImage {
  const { image_id: id, width, height, mpp_x: x, mpp_y: y } = pyramid
  const mpp = x === null || y === null ? undefined : { x, y }
  return { id, pyramid, space: space ?? sourceSpace({ frame: id, width, height, mpp }) }
}

/** Fluorescence and the like: channels to be composed, on black; otherwise colours, on white. */
export function hasChannels({ pyramid }: Pick<ViewedImage, 'pyramid'>): boolean {
  return pyramid.samples !== 3 && pyramid.samples !== 4
}

/** The focus plane and the point of time that are seen. */
export interface Plane {
  readonly z: number
  readonly t: number
}
