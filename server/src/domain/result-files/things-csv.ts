import { csvRow, csvStart } from '@cresyl/contract/csv'
import { madeColumn } from './made-column.ts'
import { measurementName, placedThings, rounded, type ThingsSource } from './placed-things.ts'

/** Detections as a table, a row each. */
export async function* thingsCsv(source: ThingsSource): AsyncGenerator<string> {
  const { output, mpp } = source
  const made = madeColumn(source.madeScale)
  const places = ['X (px)', 'Y (px)', 'X (µm)', 'Y (µm)']
  yield csvStart +
    csvRow(['ID', 'Class', ...places, ...output.measurements.map(measurementName), ...made.head])
  for await (const things of placedThings(source)) {
    yield things
      .map(({ id, kind, at, measurements }) =>
        csvRow([
          ...[id, kind?.label ?? null, at.x, at.y],
          ...(mpp ? [rounded(at.x * mpp.x, 3), rounded(at.y * mpp.y, 3)] : [null, null]),
          ...measurements,
          ...made.cell,
        ]),
      )
      .join('')
  }
}
