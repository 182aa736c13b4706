import type { AnnotationFileFormat, annotationsDownloadUrl } from '@cresyl/contract/annotation-files'
import { annotationLimits } from '@cresyl/contract/limits'
import type { RouteInput } from '@cresyl/contract/route'
import { parseNumber } from '../../tools/parse-number.ts'
import { isFiltered, type ListFilter } from '../listed-shapes.ts'

export type ExportQuery = RouteInput<typeof annotationsDownloadUrl>['query']
/** A legend is no choice of its own: it comes with a mask. */
export type ExportFormat = Exclude<AnnotationFileFormat, 'mask_legend'>
export const exportFormats = [
  'geojson',
  'csv',
  'mask_png',
  'mask_tiff',
] as const satisfies readonly ExportFormat[]

export interface ExportDraft {
  readonly which: 'all' | 'filtered' | 'selected'
  readonly format: ExportFormat
  /** µm per pixel of a mask as typed; '' for full resolution. */
  readonly mpp: string
  /** Of a mask: a table of what its numbers mean, too. */
  readonly legend: boolean
  /** Of a table: with the cells in each. */
  readonly cells: boolean
}

export interface Exported {
  readonly imageId: string
  readonly filter: ListFilter
  readonly selected: ReadonlySet<string>
}

/** What is most likely meant comes first. */
export const beginExport = ({ filter, selected }: Exported): ExportDraft => ({
  which: selected.size > 0 ? 'selected' : isFiltered(filter) ? 'filtered' : 'all',
  format: 'geojson',
  mpp: '',
  legend: true,
  cells: false,
})

export const isMask = (format: ExportFormat): boolean => format === 'mask_png' || format === 'mask_tiff'

/** Which annotations are meant, as the server filters. */
export function filterOf({ which }: Pick<ExportDraft, 'which'>, { filter, selected }: Exported) {
  if (which === 'selected') return { id: [...selected] }
  if (which === 'all') return {}
  const search = filter.search.trim()
  return {
    ...(filter.className !== null && { class: [filter.className] }),
    ...(filter.review !== null && { review: [filter.review] }),
    ...(filter.assigneeId !== null && { assignee_id: [filter.assigneeId] }),
    ...(search !== '' && { search }),
  }
}

export type ExportProblem = 'tooManySelected' | 'mpp'

/** The files that are asked for, one after another; or what is wrong. */
export function queriesOf(draft: ExportDraft, exported: Exported): ExportQuery[] | ExportProblem {
  const { format, legend, cells } = draft
  if (draft.which === 'selected' && exported.selected.size > annotationLimits.named) return 'tooManySelected'
  const common = { image_id: exported.imageId, ...filterOf(draft, exported) }
  if (!isMask(format)) return [{ ...common, format, ...(format === 'csv' && cells && { cells }) }]
  const mpp = draft.mpp.trim() === '' ? undefined : parseNumber(draft.mpp)
  if (mpp === null || (mpp !== undefined && (mpp <= 0 || mpp > 1000))) return 'mpp'
  const mask = { ...common, ...(mpp !== undefined && { mpp }) }
  return [{ ...mask, format }, ...(legend ? [{ ...mask, format: 'mask_legend' as const }] : [])]
}
