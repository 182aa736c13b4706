import { expect, test } from 'vitest'
import { colourDifference } from '../test-support/colour-difference.ts'
import { runTiles } from '../test-support/run-tiles.ts'
import { laboratories, stainedTissue } from '../test-support/stained-tissue.ts'
import { stainNormalisation } from './stain-normalisation.ts'

/** Nothing was chosen on these. */
const seeds = [111, 112, 113, 114, 115, 116]
const pairs = [
  ['usual', 'pale'],
  ['usual', 'blue'],
  ['pale', 'blue'],
  ['usual', 'again'],
] as const

test.each(seeds)('two stainings of the tissue of seed %i come together', (seed) => {
  const stain = stainedTissue(seed, 320)
  const pictures = {
    usual: stain(laboratories.usual),
    pale: stain(laboratories.pale, 2),
    blue: stain(laboratories.blue, 3),
    again: stain(laboratories.usual, 9),
  }
  const tissue = pictures.usual.tissue as Uint8Array
  for (const [one, other] of pairs) {
    const differenceBy = (method: string) => {
      const [first, second] = [one, other].map((name) => {
        const { pixels } = runTiles(stainNormalisation, pictures[name], { params: { method } })
        return pixels.normalised?.[0] as Uint8Array
      }) as [Uint8Array, Uint8Array]
      return colourDifference(first, second, tissue)
    }
    const before = colourDifference(
      pictures[one].planes[0] as Uint8Array,
      pictures[other].planes[0] as Uint8Array,
      tissue,
    )
    const [macenko, reinhard] = [differenceBy('macenko'), differenceBy('reinhard')]
    const figures = [before, macenko, reinhard].map((value) => value.toFixed(2))
    console.log(
      `seed ${seed}, ${one} and ${other}: as it is ${figures[0]}, Macenko ${figures[1]}, Reinhard ${figures[2]}`,
    )
    expect(macenko).toBeLessThanOrEqual(5)
    expect(macenko).toBeLessThan(before)
  }
})
