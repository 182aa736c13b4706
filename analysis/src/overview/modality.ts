import type { Modality } from '@cresyl/contract/qc/qc-measures'
import type { SlideImage } from '@cresyl/slides'
import type { RawOverview } from './read-overview.ts'

/** Share of a colour picture that may be dark without making it fluorescence. */
const mostDark = 0.3

/**
 * Several channels are fluorescence. One, grey or colour, is looked at: it is brightfield unless most of it is dark and
 * next to nothing as bright as glass. Black where a scanner saw nothing doesn't make a slide dark.
 */
export function modalityOf(
  image: Pick<SlideImage, 'bitDepth' | 'pixelType'>,
  { planes, samples, unknown }: RawOverview,
): Modality {
  const [plane] = planes
  const leastBright = samples === 3 ? 0.05 : 0.5
  if (!plane || planes.length > 1 || image.pixelType === 'f32') return 'fluorescence'
  const most = samples === 3 ? 255 : 2 ** image.bitDepth - 1
  const enough = Math.max(1, leastBright * unknown.length)
  let [known, dark, bright] = [0, 0, 0]
  for (let pixel = 0; pixel < unknown.length; pixel += 1) {
    if (unknown[pixel]) continue
    known += 1
    const at = pixel * samples
    const first = plane[at] as number
    // Red, green and blue, or three times the same.
    const second = samples === 3 ? (plane[at + 1] as number) : first
    const third = samples === 3 ? (plane[at + 2] as number) : first
    const low = Math.min(first, second, third)
    const high = Math.max(first, second, third)
    if (high < 0.16 * most) dark += 1
    if (low > 0.55 * most) bright += 1
    // Whatever the others are.
    if (bright >= enough) return 'brightfield'
  }
  if (bright >= leastBright * known) return 'brightfield'
  // Colour is rarely anything but brightfield, a grey channel rarely is.
  return samples === 3 && dark <= mostDark * known ? 'brightfield' : 'fluorescence'
}
