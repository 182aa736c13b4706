import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { Measurement } from '../../../engine/viewer/tools/measurement.ts'
import { readingOf } from '../../../engine/viewer/tools/reading.ts'
import { words } from './words.ts'

const own = words.list

export interface MeasurementRow {
  readonly id: string
  readonly name: string
  readonly value: string
  /** '' where there is no more to say. */
  readonly detail: string
}

const details = {
  ruler: own.last,
  angle: (text: string) => text,
  area: own.perimeter,
  field: own.diameter,
} as const satisfies Record<Measurement['kind'], (text: string) => string>

/** Each kind is counted by itself, in the order in which it was drawn. */
export function rowsOf(
  measurements: readonly Measurement[],
  space: ImageSpace,
  locale: string,
): readonly MeasurementRow[] {
  const counts = new Map<Measurement['kind'], number>()
  return measurements.map((measurement) => {
    const { id, kind } = measurement
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    const { value, detail } = readingOf(measurement, space, locale)
    return {
      id,
      name: own.name(kind, number),
      value: value ?? own.crosses,
      detail: detail === null ? '' : details[kind](detail),
    }
  })
}

/** For a spreadsheet: a line each, columns apart by tabs. */
export function tableOf(rows: readonly MeasurementRow[]): string {
  const lines = rows.map(({ name, value, detail }) => [name, value, detail])
  return [own.columns, ...lines].map((cells) => cells.join('\t')).join('\n')
}
