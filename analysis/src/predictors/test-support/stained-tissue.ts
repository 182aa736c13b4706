import { createTissue } from '@cresyl/slides'
import { apply, unitLength, type Vector3 } from '../../stains/matrix3.ts'
import { densityTable } from '../../stains/optical-density.ts'
import { eosin, hematoxylin } from '../../stains/stain-vectors.ts'
import { unmixing } from '../../stains/unmix.ts'
import type { TestPicture } from './run-tiles.ts'

/** How a laboratory stains: its colours, and how strongly against the others. */
export interface Laboratory {
  readonly hematoxylin: Vector3
  readonly eosin: Vector3
  readonly strengths: readonly [number, number]
}

export const laboratories = {
  usual: { hematoxylin, eosin, strengths: [1, 1] },
  pale: {
    hematoxylin: unitLength([0.55, 0.76, 0.34]),
    eosin: unitLength([0.09, 0.95, 0.28]),
    strengths: [0.7, 1.4],
  },
  blue: {
    hematoxylin: unitLength([0.72, 0.62, 0.31]),
    eosin: unitLength([0.3, 0.78, 0.54]),
    strengths: [1.5, 0.7],
  },
} as const satisfies Record<string, Laboratory>

/** The same tissue as different laboratories would stain it, on the same glass, with a little noise of the sensor. */
export function stainedTissue(seed: number, side: number) {
  const tissue = createTissue({
    seed,
    width: side,
    height: side,
    mpp: 1,
    stain: 'he',
    noise: 0,
    coverage: 0.7,
  })
  const rgb = tissue.render(0, 0, side, side).data
  const mask = tissue.tissueMask(1).data.map((value) => (value ? 1 : 0)) as Uint8Array
  const tables = tissue.glass.map(densityTable)
  const matrix = unmixing(hematoxylin, eosin)
  const densityAt = (at: number, color: number) => tables[color]?.[rgb[at + color] as number] as number
  const amounts = Array.from({ length: side * side }, (_, pixel) =>
    apply(matrix, [densityAt(3 * pixel, 0), densityAt(3 * pixel, 1), densityAt(3 * pixel, 2)]),
  )
  return (laboratory: Laboratory, noiseSeed = 1): TestPicture => {
    const noise = sensorNoise(noiseSeed)
    const [first, second] = laboratory.strengths
    const colours = amounts.flatMap(([h, e]) =>
      tissue.glass.map((glass, color) => {
        const density =
          h * first * (laboratory.hematoxylin[color] as number) +
          e * second * (laboratory.eosin[color] as number)
        return Math.max(0, Math.min(255, Math.round(glass * 10 ** -density + noise())))
      }),
    )
    return { width: side, height: side, planes: [Uint8Array.from(colours)], samples: 3, tissue: mask }
  }
}

/** Of standard deviation 2, as at 1 µm a pixel. */
function sensorNoise(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return () => 2 * Math.sqrt(12 / 4) * (next() + next() + next() + next() - 2)
}
