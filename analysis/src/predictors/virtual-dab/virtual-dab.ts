import type { InputTile, Predictor } from '../../inference/predictor.ts'
import { type ChannelGain, gainFor, gainOf, listOf } from '../../stains/channel-gain.ts'
import { type ChannelValues, type Level, readChannelValues } from '../../stains/channel-values.ts'
import type { Vector3 } from '../../stains/matrix3.ts'
import { diaminobenzidine, hematoxylin } from '../../stains/stain-vectors.ts'
import { paintTile } from '../paint-tile.ts'
import { readParams } from '../read-params.ts'
import { areaOf, countTissue, innerOf } from '../tissue-area.ts'
import { manifest } from './manifest.ts'

/** Optical densities in the middle of what shines, and of the few brightest. */
const nuclear = { middle: 0.35, most: 0.8 }
const marker = { middle: 0.7, most: 1.4 }
/** Where immunohistochemistry begins to count. */
const leastBrown = 0.2

const naturalOf = ([red, green, blue]: Vector3): Vector3 => [
  red * Math.LN10,
  green * Math.LN10,
  blue * Math.LN10,
]

export const virtualDab: Predictor = {
  manifest,

  learn(samples) {
    const [nuclei, shown] = [readChannelValues(samples, 0), readChannelValues(samples, 1)]
    if (!nuclei || !shown) return {}
    return {
      nuclear: listOf(gainFor(nuclei.background, nuclei.bright, nuclear.middle, nuclear.most)),
      marker: listOf(gainFor(darkOf(shown), shown.bright, marker.middle, marker.most)),
    }
  },

  prepare(learned, { params, largest }) {
    const { number } = readParams(manifest, params)
    const brown = fullAt(gainOf(learned.marker, largest), (number('marker_full') / 100) * largest)
    const strength = number('marker_strength')
    const paint = paintTile(
      {
        ...gainOf(learned.nuclear, largest),
        density: naturalOf(hematoxylin),
        strength: number('nuclear_strength'),
      },
      { ...brown, density: naturalOf(diaminobenzidine), strength },
    )
    const threshold = brown.background + leastBrown / (brown.gain * strength)
    return (tile) => ({
      pixels: { virtual_dab: [paint(tile)] },
      things: {},
      tallies: { tissue_pixels: countTissue(tile), brown_pixels: countAbove(tile, threshold) },
    })
  },

  score: ({ tissue_pixels = 0, brown_pixels = 0 }, { mpp }) => ({
    brown_share: tissue_pixels === 0 ? null : (100 * brown_pixels) / tissue_pixels,
    tissue_area: areaOf(tissue_pixels, mpp),
  }),
}

/** Spreads of the dark part by which the bright one lies above it, where there are two: halves of one are 2.2 apart. */
const leastApart = 4

/** What has no marker: the dark part of tissue, all of it where nothing stands out. */
const darkOf = ({ dark, bright, tissue }: ChannelValues): Level =>
  bright.median - dark.median < leastApart * dark.spread ? tissue : dark

/** A density of 1 at a value that was given; as it was learned where none was, or one that is dark already. */
function fullAt({ background, gain }: ChannelGain, value: number): ChannelGain {
  return value > background ? { background, gain: 1 / (value - background) } : { background, gain }
}

/** Pixels of tissue whose marker is at least as bright as this. */
function countAbove(tile: InputTile, threshold: number): number {
  const { width, height, rowStart } = innerOf(tile)
  const [, values] = tile.planes
  let count = 0
  if (!values) return count
  for (let y = 0; y < height; y += 1)
    for (let at = rowStart(y), end = at + width; at < end; at += 1)
      if (tile.tissue[at] !== 0 && (values[at] as number) >= threshold) count += 1
  return count
}
