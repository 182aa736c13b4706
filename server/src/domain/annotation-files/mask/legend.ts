import { csvRow, csvStart } from '@cresyl/contract/api/csv'
import type { LegendEntry } from './plan-mask.ts'

/** What the numbers of a mask mean, as a table. */
export const legendCsv = (legend: readonly LegendEntry[]): string =>
  csvStart +
  csvRow(['Value', 'Class', 'Colour', 'Annotations']) +
  csvRow([0, 'Background', null, null]) +
  legend
    .map(({ value, classification, count }) =>
      csvRow([value, classification?.name ?? 'Without a class', classification?.color ?? null, count]),
    )
    .join('')

/** The same within the file of the mask. */
export const legendJson = (legend: readonly LegendEntry[]): string =>
  JSON.stringify({
    background: 0,
    classes: legend.map(({ value, classification }) => ({
      value,
      name: classification?.name ?? null,
      color: classification?.color ?? null,
    })),
  })
