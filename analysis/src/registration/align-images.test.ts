import {
  type Affine,
  applyAffine,
  chain,
  invert,
  rotation,
  scaling,
  translation,
} from '@cresyl/contract/affine'
import { alignPairs, isAligned } from '@cresyl/contract/point-pairs'
import { drawSection, type SectionOptions, type SlideImage } from '@cresyl/slides'
import { describe, expect, test } from 'vitest'
import { memoryImage } from '../test-support/memory-image.ts'
import { alignImages, isFoundPairs } from './align-images.ts'

interface Placed {
  image: SlideImage
  /** From pixels of the slide to the tissue's own plane. */
  toTissue: Affine
}

type Given = Partial<Omit<SectionOptions, 'toTissue'>> & {
  degrees?: number
  shift?: { x: number; y: number }
}

/** A section in the middle of its slide, or shifted from there by µm and turned. */
function place({ degrees = 0, shift = { x: 0, y: 0 }, ...given }: Given): Placed {
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

const align = (fixed: Placed, moving: Placed) =>
  alignImages({ image: fixed.image, name: 'The H&E', z: 0 }, { image: moving.image, name: 'The Ki-67', z: 0 })

/** How far the worst corner of the slide comes to lie from where it belongs, in µm. */
async function farthestOff(fixed: Placed, moving: Placed): Promise<number> {
  const found = await align(fixed, moving)
  if (!isFoundPairs(found)) throw new Error(found.sentence)
  expect(found.confidence).toBeGreaterThan(0.5)
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

describe('sections that follow each other, stained with different stains', () => {
  test.each([
    { seed: 1, degrees: 0, shift: { x: 110, y: -90 } },
    { seed: 2, degrees: 17, shift: { x: -120, y: 60 } },
    { seed: 3, degrees: 143, shift: { x: 80, y: 100 } },
    { seed: 4, degrees: -96, shift: { x: 0, y: -110 } },
  ])('are aligned within 10 µm everywhere: $seed turned by $degrees°', async ({ seed, ...how }) => {
    const fixed = place({ seed })
    const moving = place({ seed, stain: 'ihc', cut: 1, ...how })
    expect(await farthestOff(fixed, moving)).toBeLessThan(10)
  })

  test('are aligned where slides and pixels have other sizes', async () => {
    const fixed = place({ seed: 5, width: 300, height: 150 })
    const how = { degrees: 30, shift: { x: 100, y: 40 } }
    const moving = place({ seed: 5, stain: 'ihc', cut: 1, width: 230, height: 250, mpp: 5, ...how })
    expect(await farthestOff(fixed, moving)).toBeLessThan(10)
  })
})

test('a slide lies on its twin as it is', async () => {
  const slide = place({ seed: 6 })
  expect(await farthestOff(slide, slide)).toBeLessThan(0.5)
})

describe('is refused in a sentence', () => {
  const blank = (): Placed => {
    const rgb = new Uint8Array(170 * 140 * 3).fill(243)
    return {
      image: memoryImage({ width: 170, height: 140, planes: [rgb], mpp: { x: 8, y: 8 } }),
      toTissue: scaling(8),
    }
  }
  const unscaled = (): Placed => ({ ...blank(), image: { ...blank().image, mpp: undefined } })

  test.each([
    ['a slide without tissue', 'no_tissue', blank, /^The Ki-67 shows no tissue/],
    ['a slide without a scale', 'no_scale', unscaled, /^The Ki-67 does not say how large its pixels are/],
    [
      'tissue of another block',
      'unlike',
      () => place({ seed: 7, stain: 'ihc', cut: 1 }),
      /do not look alike/,
    ],
  ] as const)('%s', async (_what, reason, moving, sentence) => {
    const refused = await align(place({ seed: 6 }), moving())
    expect(refused).toMatchObject({ reason, sentence: expect.stringMatching(sentence) })
    expect(refused).toMatchObject({ sentence: expect.stringMatching(/Set points by hand\.$/) })
  })
})
