import { checkQuality } from '../../qc/check-quality.ts'
import { greyOf, otsuMask } from './baselines.ts'
import { maskOf } from './cells.ts'
import { imageOf, type madePicture } from './picture.ts'
import { type Counts, count, sumOf } from './scores.ts'

export interface TissueTrial {
  readonly ours: Counts
  /** Darker than Otsu's split of the brightness. */
  readonly otsu: Counts
}

/** Asks for every pixel of a made slide whether it is tissue. */
export async function tryTissue({ picture, tissue }: ReturnType<typeof madePicture>): Promise<TissueTrial> {
  const { width, height } = picture
  const truth = tissue.tissueMask(1).data
  const found = maskOf(await checkQuality(imageOf(picture)), 'tissue', width, height)
  const dark = otsuMask(greyOf(picture), 'below')
  const counts = (mask: Uint8Array): Counts => {
    const kinds = [count(true, true), count(true, false), count(false, true), count(false, false)]
    const times = [0, 0, 0, 0]
    for (let at = 0; at < mask.length; at += 1) {
      const kind = (truth[at] ? 0 : 2) + (mask[at] ? 0 : 1)
      times[kind] = (times[kind] as number) + 1
    }
    return sumOf(kinds.map((each, kind) => scale(each, times[kind] as number)))
  }
  return { ours: counts(found), otsu: counts(dark) }
}

const scale = ({ found, missed, falselyFound, rightlyNotFound }: Counts, times: number): Counts => ({
  found: found * times,
  missed: missed * times,
  falselyFound: falselyFound * times,
  rightlyNotFound: rightlyNotFound * times,
})
