import type { InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import type { OutputOfKind } from '@cresyl/contract/predictors/predictor-manifest'
import { digitsOf, formatResult } from '@cresyl/contract/predictors/result-figures'
import { formatDuration, formatFigure } from '../../../../ui/text/amounts.ts'
import { currentLocale } from '../../../../ui/text/locale.ts'
import { repeatsCount } from '../run-rows.ts'
import { words } from './words.ts'

/** A count or a score of both runs. */
export interface ComparedFigure {
  readonly key: string
  readonly label: string
  /** Of a class; null for what has none. */
  readonly color: string | null
  readonly before: string
  readonly now: string
  readonly difference: string
}

type Compared = Pick<InferenceJobWithProvenance, 'outputs' | 'manifest' | 'started_at' | 'finished_at'>

/** Scores and counts of two runs side by side, in the order of the later one's manifest; then how long they took. */
export function compareFigures(before: Compared, now: Compared): ComparedFigure[] {
  const found = now.manifest.outputs.flatMap((declared): ComparedFigure[] => {
    if (repeatsCount(declared, now, now.manifest)) return []
    if (declared.kind === 'score') return [scoreOf(declared, before, now)]
    return declared.kind === 'detections' ? countsOf(declared, before, now) : []
  })
  return [...found, timeOf(before, now)]
}

function scoreOf(declared: OutputOfKind<'score'>, before: Compared, now: Compared): ComparedFigure {
  const { key, label, unit, digits } = declared
  const valueIn = ({ outputs }: Compared) => outputs.find((output) => output.key === key)?.value ?? null
  const pair = [valueIn(before), valueIn(now)] as const
  // Both with as many digits as the smaller one needs.
  const shown = Math.max(...pair.map((value) => digitsOf(value ?? 0, digits)))
  const text = (value: number) => formatResult(value, { digits: shown, unit }, currentLocale())
  return { key, label, color: null, ...pairOf(...pair, { text, unit, digits: shown }) }
}

function countsOf(declared: OutputOfKind<'detections'>, before: Compared, now: Compared): ComparedFigure[] {
  const { key, label, classes } = declared
  const format = { text: (value: number) => formatFigure(value, 0), unit: '', digits: 0 }
  const rows = classes.map((each) => ({
    key: `${key}.${each.key}`,
    label: each.label,
    color: each.color,
    ...pairOf(countIn(before, key, each.key), countIn(now, key, each.key), format),
  }))
  if (classes.length === 1) return rows
  const all = pairOf(countIn(before, key, null), countIn(now, key, null), format)
  return [...rows, { key: `${key}.all`, label: words.total(label), color: null, ...all }]
}

/** Of one class by its key, since another version may have others; of all without one. */
function countIn({ outputs, manifest }: Compared, key: string, wanted: string | null): number | null {
  const declared = manifest.outputs.find((output) => output.key === key)
  const counts = outputs.find((output) => output.key === key)?.counts
  if (!counts || declared?.kind !== 'detections') return null
  if (wanted === null) return counts.reduce((sum, count) => sum + count, 0)
  const place = declared.classes.findIndex((each) => each.key === wanted)
  return place === -1 ? null : (counts[place] ?? 0)
}

function timeOf(before: Compared, now: Compared): ComparedFigure {
  // Whole seconds, as they are shown: the difference is to be that of what stands beside it.
  const seconds = ({ started_at: from, finished_at: to }: Compared) =>
    from && to ? Math.round((new Date(to).getTime() - new Date(from).getTime()) / 1000) : null
  const [earlier, later] = [seconds(before), seconds(now)]
  const text = (value: number) => formatDuration(1000 * value)
  const told = (value: number | null) => (value === null ? words.none : text(value))
  const longer = earlier === null || later === null ? null : later - earlier
  return {
    key: 'time',
    label: words.took,
    color: null,
    before: told(earlier),
    now: told(later),
    difference: longer === null ? words.none : signed(longer, 0, text),
  }
}

interface FigureFormat {
  text: (value: number) => string
  unit: string
  digits: number
}

function pairOf(before: number | null, now: number | null, { text, unit, digits }: FigureFormat) {
  const told = (value: number | null) => (value === null ? words.none : text(value))
  return { before: told(before), now: told(now), difference: differenceOf(before, now, { unit, digits }) }
}

/** "+34 (+2.8 %)"; of percentages in points, and without a part of nothing. */
export function differenceOf(
  before: number | null,
  now: number | null,
  { unit, digits }: Pick<FigureFormat, 'unit' | 'digits'>,
): string {
  if (before === null || now === null) return words.none
  const difference = signed(now - before, digits, (value) => formatFigure(value, digits))
  if (difference === words.unchanged) return difference
  if (unit === '%') return words.points(difference)
  if (before === 0) return difference
  const part = (100 * (now - before)) / Math.abs(before)
  return words.relative(
    difference,
    signed(part, 1, (value) => formatFigure(value, 1), '0'),
  )
}

/** With its sign; what would be shown as nothing is none. */
function signed(
  value: number,
  digits: number,
  text: (value: number) => string,
  nothing: string = words.unchanged,
): string {
  if (Math.round(Math.abs(value) * 10 ** digits) === 0) return nothing
  return `${value < 0 ? '−' : '+'}${text(Math.abs(value))}`
}
