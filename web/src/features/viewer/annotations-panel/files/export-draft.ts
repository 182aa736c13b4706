import type {
  AnnotationFileFormat,
  annotationsDownloadUrl,
  selectedDownloadUrl,
} from '@cresyl/contract/annotations/annotation-files'
import { annotationLimits } from '@cresyl/contract/api/limits'
import type { RouteInput } from '@cresyl/contract/api/route'
import { parseNumber } from '../../../../ui/text/parse-number.ts'
import { isFiltered, type ListFilter, serverFilter } from '../listed-shapes.ts'

/** Those selected are listed in a body: an address would not hold them. */
export type ExportOrder = RouteInput<typeof annotationsDownloadUrl> | RouteInput<typeof selectedDownloadUrl>
type Asked = Omit<RouteInput<typeof selectedDownloadUrl>['body'], 'id'>
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

/** Which annotations are meant, as the server filters; those selected are named instead. */
export function filterOf({ which }: Pick<ExportDraft, 'which'>, { filter }: Exported) {
  return which === 'filtered' ? serverFilter(filter) : {}
}

export type ExportProblem = 'tooManySelected' | 'mpp'

/** The files that are asked for, one after another; or what is wrong. */
export function ordersOf(draft: ExportDraft, exported: Exported): ExportOrder[] | ExportProblem {
  const { imageId: image_id, selected } = exported
  const files = filesOf(draft)
  if (files === 'mpp') return files
  if (draft.which !== 'selected') {
    const filter = filterOf(draft, exported)
    return files.map((file) => ({ query: { image_id, ...file, ...filter } }))
  }
  if (selected.size > annotationLimits.selected) return 'tooManySelected'
  return files.map((file) => ({ body: { image_id, ...file, id: [...selected] } }))
}

function filesOf({ format, legend, cells, mpp: typed }: ExportDraft): Omit<Asked, 'image_id'>[] | 'mpp' {
  if (!isMask(format)) return [{ format, ...(format === 'csv' && cells && { cells }) }]
  const mpp = typed.trim() === '' ? undefined : parseNumber(typed)
  if (mpp === null || (mpp !== undefined && (mpp <= 0 || mpp > 1000))) return 'mpp'
  const formats = [format, ...(legend ? (['mask_legend'] as const) : [])]
  return formats.map((each) => ({ format: each, ...(mpp !== undefined && { mpp }) }))
}
