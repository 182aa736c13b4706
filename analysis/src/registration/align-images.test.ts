import { scaling } from '@cresyl/contract/slides/affine'
import { describe, expect, test } from 'vitest'
import { memoryImage } from '../test-support/memory-image.ts'
import { align, farthestOff, type Placed, place } from './test-support/placed-sections.ts'

describe('sections that follow each other, stained with different stains', () => {
  // More of them are in align-images.long.ts.
  test('are aligned within 10 µm everywhere', async () => {
    const fixed = place({ seed: 3 })
    const moving = place({ seed: 3, stain: 'ihc', cut: 1, degrees: 143, shift: { x: 80, y: 100 } })
    expect(await farthestOff(fixed, moving)).toBeLessThan(10)
  })

  test('are aligned where slides and pixels have other sizes', async () => {
    const fixed = place({ seed: 5, width: 300, height: 150 })
    const how = { degrees: 30, shift: { x: 100, y: 40 } }
    const moving = place({ seed: 5, stain: 'ihc', cut: 1, width: 230, height: 250, mpp: 5, ...how })
    expect(await farthestOff(fixed, moving)).toBeLessThan(10)
  })
})

const slide = place({ seed: 6 })

test('a slide lies on its twin as it is', async () => {
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
    ['a slide without a scale', 'no_scale', unscaled, /^The Ki-67 does not state its pixel size/],
    [
      'tissue of another block',
      'unlike',
      () => place({ seed: 7, stain: 'ihc', cut: 1 }),
      /look too different/,
    ],
  ] as const)('%s', async (_what, reason, moving, sentence) => {
    const refused = await align(slide, moving())
    expect(refused).toMatchObject({ reason, sentence: expect.stringMatching(sentence) })
    expect(refused).toMatchObject({ sentence: expect.stringMatching(/Mark points by hand\.$/) })
  })
})
