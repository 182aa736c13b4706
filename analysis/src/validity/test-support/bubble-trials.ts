import { checkQuality } from '../../qc/check-quality.ts'
import {
  type BubbleKind,
  type GlassEdge,
  type Spoiled,
  scatterBubbles,
  withBubbles,
  withGlassEdge,
} from './air-bubbles.ts'
import { greyOf, otsuMask } from './baselines.ts'
import { countCells, maskOf, shareIn, truthIn } from './cells.ts'
import { imageOf, type Picture } from './picture.ts'
import { type Counts, count, sumOf } from './scores.ts'

export interface BubbleTrial {
  readonly ours: Counts
  /** Darker than Otsu's split of the brightness: needs no limit. */
  readonly darkness: Counts
  /** Steeper than Otsu's split of the steps between neighbours. */
  readonly edges: Counts
}

const cellMicrometres = 128
/** A cell counts as found where so much of it is marked. */
const leastMarked = 0.25

/**
 * Puts bubbles of a kind into a picture of so many µm a pixel and asks which cells they cover.
 * @param hazy the same `throughAir`.
 */
export async function tryBubbles(
  clean: Picture,
  hazy: Picture,
  kind: BubbleKind,
  seed: number,
  micrometres = 1,
): Promise<BubbleTrial> {
  const spoiled = withBubbles(clean, hazy, scatterBubbles(clean, kind, seed, micrometres), micrometres)
  const { width, height } = clean
  const side = cellMicrometres / micrometres
  return judge(spoiled, micrometres, (mask) =>
    countCells(
      { width, height, side },
      truthIn(spoiled.truth, width, side),
      (column, row) => shareIn(mask, width, column, row, side) >= leastMarked,
    ),
  )
}

/** Lays an edge of the cover glass through a picture, and asks for each 64 µm of it, and each cell without it. */
export async function tryGlassEdge(clean: Picture, edge: GlassEdge, micrometres = 1): Promise<BubbleTrial> {
  const spoiled = withGlassEdge(clean, edge, micrometres)
  const { width, height } = clean
  const side = cellMicrometres / 2 / micrometres
  return judge(spoiled, micrometres, (mask) => {
    const counts: Counts[] = []
    for (let row = 0; (row + 1) * side <= height; row += 1)
      for (let column = 0; (column + 1) * side <= width; column += 1) {
        const line = shareIn(spoiled.truth, width, column, row, side)
        const marked = shareIn(mask, width, column, row, side)
        // Where an edge is only touched it is neither there nor not.
        if (line === 0) counts.push(count(false, marked >= leastMarked))
        else if (line * side >= 0.7 * (edge.width / micrometres))
          counts.push(count(true, marked >= 0.5 * line))
      }
    return sumOf(counts)
  })
}

async function judge(
  { picture }: Spoiled,
  micrometres: number,
  counts: (mask: Uint8Array) => Counts,
): Promise<BubbleTrial> {
  const finding = await checkQuality(imageOf(picture, micrometres))
  const grey = greyOf(picture)
  return {
    ours: counts(maskOf(finding, 'bubbles', picture.width, picture.height)),
    darkness: counts(otsuMask(grey, 'below')),
    edges: counts(otsuMask(stepsOf(grey, picture.width), 'above')),
  }
}

function stepsOf(grey: Uint8Array, width: number): Uint8Array {
  return grey.map((value, pixel) =>
    Math.min(255, Math.hypot((grey[pixel + 1] ?? value) - value, (grey[pixel + width] ?? value) - value)),
  )
}
