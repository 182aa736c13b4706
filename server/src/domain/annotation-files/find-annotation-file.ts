import { Readable } from 'node:stream'
import type {
  AnnotationFileFormat,
  annotationsDownloadUrl,
} from '@cresyl/contract/annotations/annotation-files'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { annotations, images, slides } from '../../platform/db/schema/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type AnnotationFilter, matching } from '../annotations/queries.ts'
import { findImage } from '../images/queries.ts'
import { scaleOf } from '../images/scale.ts'
import { type ReadyImage, requireReady } from '../viewers/read-pyramid.ts'
import { annotationsCsv } from './annotations-csv.ts'
import { annotationsGeojson } from './annotations-geojson.ts'
import { findCellColumns, noCellColumns } from './cell-columns.ts'
import { fillMask } from './mask/fill-mask.ts'
import { legendCsv, legendJson } from './mask/legend.ts'
import { maskPng } from './mask/mask-png.ts'
import { maskTiff } from './mask/mask-tiff.ts'
import { planMask } from './mask/plan-mask.ts'
import { readShapes } from './mask/read-shapes.ts'
import { type InTransaction, pageAnnotations } from './page-annotations.ts'

export type FileQuery = RouteRequest<typeof annotationsDownloadUrl>['query']

export interface AnnotationFile {
  fileName: string
  mime: string
  /** Written while it is read, in short transactions: nothing is held meanwhile. */
  open(inTransaction: InTransaction, storage: Storage): Readable
}

const mimes: Record<AnnotationFileFormat, string> = {
  geojson: 'application/geo+json',
  csv: 'text/csv; charset=utf-8',
  mask_png: 'image/png',
  mask_tiff: 'image/tiff',
  mask_legend: 'text/csv; charset=utf-8',
}

/** A file of the annotations of an image, as far as it can be known before it is written; refuses what is too large. */
export async function findAnnotationFile(tx: Tx, query: FileQuery): Promise<AnnotationFile> {
  const { format, mpp, cells, image_id, ...rest } = query
  const image = requireReady(await findImage(tx, image_id, { labels: true }))
  const filter: AnnotationFilter = { ...rest, image_id: [image_id] }
  const common = { fileName: annotationFileName(await slideNameOf(tx, image), format), mime: mimes[format] }
  switch (format) {
    case 'geojson':
      return { ...common, open: (run) => Readable.from(annotationsGeojson(pageAnnotations(run, filter))) }
    case 'csv': {
      const options = { mpp: scaleOf(image), measurements: await measurementNames(tx, filter) }
      const counted = cells ? await findCellColumns(tx, image, filter) : noCellColumns
      return {
        ...common,
        open: (run, storage) =>
          Readable.from(
            annotationsCsv(pageAnnotations(run, filter), { ...options, cells: counted(storage) }),
          ),
      }
    }
    default: {
      const plan = await planMask(tx, image, filter, mpp)
      const { legend, width, height } = plan
      if (format === 'mask_legend') return { ...common, open: () => Readable.from([legendCsv(legend)]) }
      const write = format === 'mask_png' ? maskPng : maskTiff
      const draw = async function* (run: InTransaction) {
        const shapes = await readShapes(pageAnnotations(run, filter), plan)
        const bands = fillMask(shapes, width, height)
        yield* write({ width, height, bands, mpp: plan.mpp, description: legendJson(legend) })
      }
      return { ...common, open: (run) => Readable.from(draw(run)) }
    }
  }
}

async function slideNameOf(tx: Tx, { id }: ReadyImage): Promise<string> {
  const [found] = await tx
    .select({ name: slides.name })
    .from(images)
    .innerJoin(slides, eq(slides.id, images.slideId))
    .where(eq(images.id, id))
  return found?.name ?? 'image'
}

/** A column each: more than anybody reads. */
const mostMeasurements = 500

/** Names of what files have measured, in both forms that QuPath has had. */
async function measurementNames(tx: Tx, filter: AnnotationFilter): Promise<string[]> {
  const measured = sql`${annotations.extras} -> 'geojson' -> 'properties' -> 'measurements'`
  const name = sql<string>`case jsonb_typeof(${measured})
    when 'object' then (select array_agg(key) from jsonb_object_keys(${measured}) as key)
    when 'array' then (select array_agg(each ->> 'name') from jsonb_array_elements(${measured}) as each)
    else '{}'::text[] end`
  const rows = await tx
    .selectDistinct({ name: sql<string | null>`unnest(${name})` })
    .from(annotations)
    .where(and(matching(filter), isNull(annotations.deletedAt), sql`${annotations.extras} ? 'geojson'`))
    .orderBy(sql`1`)
    .limit(mostMeasurements)
  return rows.flatMap(({ name }) => name ?? [])
}

/** File systems take 255 bytes, and letters may have four. */
const longestName = 40

const endings: Record<AnnotationFileFormat, string> = {
  geojson: 'annotations.geojson',
  csv: 'annotations.csv',
  mask_png: 'mask.png',
  mask_tiff: 'mask.tiff',
  mask_legend: 'mask-legend.csv',
}

/** Such as `Liver-12-annotations.geojson`: letters that every file system takes. */
function annotationFileName(slide: string, format: AnnotationFileFormat): string {
  const plain = slide.replace(/\.[a-z0-9.]{1,9}$/i, '').replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  return `${[...plain].slice(0, longestName).join('')}-${endings[format]}`
}
