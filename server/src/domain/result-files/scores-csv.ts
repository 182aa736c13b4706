import { type CsvValue, csvRow, csvStart } from '@cresyl/contract/api/csv'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import type { MadeScale } from '@cresyl/contract/slides/made-scale'
import type { InferenceOutputRow } from '../inference/view.ts'
import { madeColumn } from './made-column.ts'

export interface ScoredRun {
  /** Of the slide. */
  slide: string
  id: string
  manifest: PredictorManifest
  finishedAt: Date | null
  madeScale: MadeScale | null
}

/** Counts and scores of a run as a table: each row says for itself what it is about. */
export function scoresCsv(
  { slide, id, manifest, finishedAt, madeScale }: ScoredRun,
  outputs: readonly InferenceOutputRow[],
): string {
  const made = madeColumn(madeScale)
  const told = ['Slide', 'Predictor', 'Version', 'Run', 'Finished', 'Result', 'Class', 'Value', 'Unit']
  const about = [slide, manifest.name, manifest.version, id, finishedAt?.toISOString() ?? null]
  const rows = manifest.outputs.flatMap((declared): CsvValue[][] => {
    const output = outputs.find(({ key }) => key === declared.key)
    if (declared.kind === 'score') return [[declared.label, null, output?.value ?? null, declared.unit]]
    if (declared.kind !== 'detections') return []
    return declared.classes.map(({ label }, n) => [declared.label, label, output?.counts?.[n] ?? 0, ''])
  })
  const lines = [[...told, ...made.head], ...rows.map((row) => [...about, ...row, ...made.cell])]
  return csvStart + lines.map(csvRow).join('')
}
