import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'
import { madeAt } from './made-column.ts'

interface Named {
  /** Of the slide. */
  slide: string
  manifest: Pick<PredictorManifest, 'id'>
  /** What of the run it is. */
  part: string
  /** Shows what no microscope saw. */
  virtual?: boolean
  /** What was measured in µm, where the slide has another pixel size by now. */
  madeScale?: MadeScale | null
  /** When the run came to its end. */
  at: Date
}

/** File systems take 255 bytes, and letters may have four. */
const longestName = 40

/** Such as `Liver-12-nuclei-2026-11-16.csv`: of which slide, by which predictor, what of it, and when. */
export function resultFileName(
  { slide, manifest, part, virtual, madeScale, at }: Named,
  extension: string,
): string {
  const name = [...plain(slide)].slice(0, longestName).join('')
  const of = plain(part).replaceAll('_', '-')
  // Many outputs are called after their predictor, and virtual ones say so themselves.
  const made = of.startsWith(manifest.id) ? of : `${manifest.id}-${of}`
  const words = [
    name,
    ...(virtual && !made.startsWith('virtual') ? ['virtual'] : []),
    made,
    at.toISOString().slice(0, 10),
    ...(madeScale ? [madeAt(madeScale).replace('×', 'x').replace('µ', 'u').replaceAll(' ', '-')] : []),
  ]
  return `${words.join('-')}.${extension}`
}

/** What every file system takes. */
const plain = (name: string) => name.replace(/\.[a-z0-9.]{1,9}$/i, '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
