import { applyAffine, chain, invert, rotation, translation } from '../../contract/src/slides/affine.ts'

/** Two sections of one block: 170 × 140 pixels of 8 µm. */
export const sectionSize = { width: 170, height: 140, mpp: 8 }
const toMiddle = translation(
  (-sectionSize.width * sectionSize.mpp) / 2,
  (-sectionSize.height * sectionSize.mpp) / 2,
)

/** From µm of each to µm of the tissue that both show. */
export const sectionPlaces = {
  he: toMiddle,
  ihc: chain(translation(-60, 45), toMiddle, rotation(0.7)),
}

/** In pixels of the second, where that lies which is in the middle of the first. */
export function middleInSecond(): { x: number; y: number } {
  const { x, y } = applyAffine(invert(sectionPlaces.ihc), { x: 0, y: 0 })
  return { x: x / sectionSize.mpp, y: y / sectionSize.mpp }
}
