import { cropped, type ImageSpace, sourceSpace, withPixels } from '@cresyl/contract/image-space'
import type { ImageRow } from '../images/view.ts'
import type { RunGrid } from './stored-outputs.ts'

/** Where the outputs of a run lie. One picture stands for every focus plane and time. */
export function spaceOfRun(
  input: Pick<ImageRow, 'id' | 'space' | 'width' | 'height' | 'mppX' | 'mppY'>,
  { x, y, stepX, stepY, width, height }: Omit<RunGrid, 'mpp'>,
): ImageSpace {
  const mpp = input.mppX === null || input.mppY === null ? undefined : { x: input.mppX, y: input.mppY }
  const whole =
    input.space ?? sourceSpace({ frame: input.id, width: input.width ?? 1, height: input.height ?? 1, mpp })
  const { z: _z, t: _t, ...space } = whole
  return withPixels(cropped(space, { x, y, width: width * stepX, height: height * stepY }), width, height)
}
