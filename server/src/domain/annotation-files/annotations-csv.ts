import {
  type AnnotationGeometry,
  chainsOf,
  polygonsOf,
} from '@cresyl/contract/annotations/annotation-geometry'
import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { csvRow, csvStart } from '@cresyl/contract/api/csv'
import type { CellColumns } from './cell-columns.ts'
import { recordIn } from './geojson/json-record.ts'
import { keptAs } from './geojson/write-feature.ts'

export interface TableOptions {
  /** µm of a pixel; null where nobody knows. */
  mpp: { x: number; y: number } | null
  /** Names of what files have measured, a column each. */
  measurements: readonly string[]
  /** What runs have found in each. */
  cells: CellColumns
}

const columns = [
  ...['ID', 'Name', 'Class', 'Shape', 'Centre X (px)', 'Centre Y (px)', 'Area (px²)', 'Length (px)'],
  ...['Area (µm²)', 'Length (µm)', 'Tags', 'Review', 'Notes', 'Author', 'Created', 'Changed'],
]

/** Annotations as a table, a row each: of areas the length is that of their outlines. */
export async function* annotationsCsv(
  pages: AsyncIterable<Annotation[]>,
  { mpp, measurements, cells }: TableOptions,
): AsyncGenerator<string> {
  yield csvStart + csvRow([...columns, ...cells.names, ...measurements])
  for await (const page of pages) {
    const found: (number | null)[][] = []
    for (const each of page) found.push(await cells.valuesOf(each))
    yield page
      .map((each, index) => {
        const { geometry, area_px: area, length_px: length } = each
        const { x, y } = centreOf(geometry)
        const measured = measurementsOf(each)
        return csvRow([
          ...[each.id, each.name, each.classification?.name ?? null, each.shape],
          ...[rounded(x), rounded(y), rounded(area), rounded(length)],
          ...(mpp
            ? [rounded(area * mpp.x * mpp.y), rounded(length * Math.sqrt(mpp.x * mpp.y))]
            : [null, null]),
          ...[each.tags.join('; '), each.review, each.notes, each.created_by?.name ?? null],
          ...[each.created_at, each.updated_at],
          ...(found[index] ?? []),
          ...measurements.map((name) => numberIn(measured[name])),
        ])
      })
      .join('')
  }
}

/** As QuPath has them: by name, or in older files a list of names and values. */
export function measurementsOf({ extras }: Pick<Annotation, 'extras'>): Record<string, unknown> {
  const { measurements } = recordIn(recordIn(extras[keptAs]).properties)
  if (!Array.isArray(measurements)) return recordIn(measurements)
  return Object.fromEntries(measurements.map(recordIn).map(({ name, value }) => [String(name), value]))
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** The centre of mass of its areas; of points and lines, of their positions. */
export function centreOf(geometry: AnnotationGeometry): { x: number; y: number } {
  let [area, x, y] = [0, 0, 0]
  const [originX, originY] = chainsOf(geometry)[0]?.[0] ?? [0, 0]
  for (const rings of polygonsOf(geometry)) {
    for (const [index, ring] of rings.entries()) {
      let [twice, sumX, sumY] = [0, 0, 0]
      for (let n = 1; n < ring.length; n += 1) {
        const [x0, y0] = shifted(ring[n - 1], originX, originY)
        const [x1, y1] = shifted(ring[n], originX, originY)
        const cross = x0 * y1 - x1 * y0
        twice += cross
        sumX += (x0 + x1) * cross
        sumY += (y0 + y1) * cross
      }
      // Outlines count as much as they cover, holes take that away, whichever way they run.
      const sign = (index === 0 ? 1 : -1) * Math.sign(twice)
      area += (sign * twice) / 2
      x += (sign * sumX) / 6
      y += (sign * sumY) / 6
    }
  }
  if (area > 0) return { x: originX + x / area, y: originY + y / area }
  const all = chainsOf(geometry).flat()
  const mean = (axis: 0 | 1) => all.reduce((sum, each) => sum + each[axis], 0) / Math.max(1, all.length)
  return { x: mean(0), y: mean(1) }
}

const shifted = (at: readonly [number, number] | undefined, x: number, y: number): [number, number] => [
  (at?.[0] ?? x) - x,
  (at?.[1] ?? y) - y,
]
