import {
  type Affine,
  applyAffine,
  chain,
  invert,
  rotation,
  scaling,
  translation,
} from '@cresyl/contract/slides/affine'
import { alignPairs, isAligned } from '@cresyl/contract/slides/point-pairs'
import { drawSection, type SectionOptions, type SlideImage } from '@cresyl/slides'
import { memoryImage } from '../../test-support/memory-image.ts'
import { alignImages, isFoundPairs } from '../align-images.ts'

export interface Placed {
  image: SlideImage
  /** From pixels of the slide to the tissue's own plane. */
  toTissue: Affine
}

type Given = Partial<Omit<SectionOptions, 'toTissue'>> & {
  degrees?: number
  shift?: { x: number; y: number }
}

/** A section in the middle of its slide, or shifted from there by µm and turned. */
export function place({ degrees = 0, shift = { x: 0, y: 0 }, ...given }: Given): Placed {
  const usual = { seed: 1, stain: 'he', width: 170, height: 140, mpp: 8, size: 850, cut: 0 } as const
  const options = { ...usual, ...given }
  const { width, height, mpp } = options
  const toTissue = chain(
    translation((-width * mpp) / 2 - shift.x, (-height * mpp) / 2 - shift.y),
    rotation((degrees * Math.PI) / 180),
  )
  const { data } = drawSection({ ...options, toTissue })
  const image = memoryImage({ width, height, planes: [new Uint8Array(data)], mpp: { x: mpp, y: mpp } })
  return { image, toTissue: chain(scaling(mpp), toTissue) }
}

export const align = (fixed: Placed, moving: Placed) =>
  alignImages({ image: fixed.image, name: 'The H&E', z: 0 }, { image: moving.image, name: 'The Ki-67', z: 0 })

/** How far the worst corner of the slide comes to lie from where it belongs, in µm. */
export async function farthestOff(fixed: Placed, moving: Placed): Promise<number> {
  const found = await align(fixed, moving)
  if (!isFoundPairs(found)) throw new Error(found.sentence)
  if (found.confidence <= 0.5) throw new Error(`is sure by ${found.confidence} only`)
  const [movingMpp, fixedMpp] = [moving.image.mpp, fixed.image.mpp]
  const solved = alignPairs(found.pairs, { movingMpp, fixedMpp, model: 'similarity' })
  if (!isAligned(solved)) throw new Error(solved.sentence)
  const truth = chain(moving.toTissue, invert(fixed.toTissue))
  const { width, height } = moving.image
  const off = [0, width].flatMap((x) =>
    [0, height].map((y) => {
      const [arrived, expected] = [applyAffine(solved.affine, { x, y }), applyAffine(truth, { x, y })]
      return Math.hypot(arrived.x - expected.x, arrived.y - expected.y) * (fixedMpp?.x ?? 1)
    }),
  )
  return Math.max(...off)
}
