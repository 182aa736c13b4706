import { type CsvValue, csvRow, csvStart } from '@cresyl/contract/csv'
import type { PredictorManifest } from '@cresyl/contract/predictor-manifest'
import type { InferenceOutputRow } from '../inference/view.ts'

export interface ScoredRun {
  /** Of the slide. */
  slide: string
  id: string
  manifest: PredictorManifest
  finishedAt: Date | null
}

/** Counts and scores of a run as a table: each row says for itself what it is about. */
export function scoresCsv(
  { slide, id, manifest, finishedAt }: ScoredRun,
  outputs: readonly InferenceOutputRow[],
): string {
  const head = ['Slide', 'Predictor', 'Version', 'Run', 'Finished', 'Result', 'Class', 'Value', 'Unit']
  const about = [slide, manifest.name, manifest.version, id, finishedAt?.toISOString() ?? null]
  const rows = manifest.outputs.flatMap((declared): CsvValue[][] => {
    const output = outputs.find(({ key }) => key === declared.key)
    if (declared.kind === 'score') return [[declared.label, null, output?.value ?? null, declared.unit]]
    if (declared.kind !== 'detections') return []
    return declared.classes.map(({ label }, n) => [declared.label, label, output?.counts?.[n] ?? 0, ''])
  })
  return csvStart + [head, ...rows.map((row) => [...about, ...row])].map(csvRow).join('')
}
