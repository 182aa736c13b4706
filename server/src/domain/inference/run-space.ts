import { cropped, type ImageSpace, withPixels } from '@cresyl/contract/slides/image-space'
import { spaceOf } from '../images/scale.ts'
import type { ImageRow } from '../images/view.ts'
import type { RunGrid } from './stored-outputs.ts'

/** Where the outputs of a run lie. One picture stands for every focus plane and time. */
export function spaceOfRun(
  input: ImageRow,
  { x, y, stepX, stepY, width, height }: Omit<RunGrid, 'mpp'>,
): ImageSpace {
  const { z: _z, t: _t, ...space } = spaceOf(input)
  return withPixels(cropped(space, { x, y, width: width * stepX, height: height * stepY }), width, height)
}
