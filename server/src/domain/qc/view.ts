import type { JudgedMeasure, QcJob, QcJobWithMeasures, QcOverlay } from '@cresyl/contract/qc/qc-jobs'
import { qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import { measureSentence } from '@cresyl/contract/qc/qc-sentences'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import type { qcJobs, qcOverlays } from '../../platform/db/schema/index.ts'
import type { Person } from '../resource.ts'
import { channelNameOf, type MeasureRow, tileCountsOf, toldMeasure } from './judge-measures.ts'

export type QcJobRow = typeof qcJobs.$inferSelect

/** A check with what other rows say about it. */
export interface QcJobDetails {
  check: QcJobRow
  slideName: string
  /** Of the job that runs it. */
  progress: number | null
  author: Person | null
  overrider: Person | null
}

export function viewQcJob({ check, slideName, progress, author, overrider }: QcJobDetails): QcJob {
  return {
    id: check.id,
    slide_qc_job_id: check.id,
    input_image_id: check.imageId,
    slide_id: check.slideId,
    slide_name: slideName,
    job_id: check.jobId,
    state: check.state,
    message: check.message,
    progress: check.finishedAt === null ? progress : 1,
    overridden: check.overridden,
    override_reason: check.overrideReason,
    overridden_by: overrider,
    overridden_at: check.overriddenAt?.toISOString() ?? null,
    algorithm_version: check.algorithmVersion,
    modality: check.modality,
    made_scale: check.madeScale,
    created_by: author,
    created_at: check.createdAt.toISOString(),
    finished_at: check.finishedAt?.toISOString() ?? null,
    version: check.version,
  }
}

export type OverlayRow = typeof qcOverlays.$inferSelect & { space: ImageSpace | null }

export interface QcJobParts {
  measures: readonly MeasureRow[]
  overlays: readonly OverlayRow[]
  /** In the order of the image. */
  channelNames: readonly (string | null)[]
}

export function viewWithMeasures(details: QcJobDetails, parts: QcJobParts): QcJobWithMeasures {
  const { check } = details
  return {
    ...viewQcJob(details),
    assumptions: check.assumptions,
    tissue_area: check.tissueArea,
    measures: inOrder(parts.measures).map((row) => viewMeasure(row, parts.channelNames)),
    overlays: inOrder(parts.overlays).flatMap(viewOverlay),
    regions: check.regions,
  }
}

function viewMeasure(row: MeasureRow, channelNames: readonly (string | null)[]): JudgedMeasure {
  const { key, channel, value, verdict, limits, place, tilesUpTo } = row
  return {
    key,
    channel,
    value,
    verdict,
    limits,
    channel_name: channelNameOf(channelNames, channel),
    sentence: measureSentence(toldMeasure(row, channelNames)),
    where: place,
    tile_counts: tilesUpTo && tileCountsOf(tilesUpTo),
  }
}

function viewOverlay({ imageId, key, channel, kind, space }: OverlayRow): QcOverlay[] {
  return space === null ? [] : [{ image_id: imageId, key, channel, kind, space }]
}

/** As people read them: measure by measure, and each channel by channel. */
function inOrder<Row extends Pick<MeasureRow, 'key' | 'channel'>>(rows: readonly Row[]): Row[] {
  const placeOf = ({ key }: Row) => qcMeasureKeys.indexOf(key)
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.channel ?? -1) - (b.channel ?? -1))
}
