import type { RouteRequest } from '@cresyl/contract/api/route'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { RunEstimate, estimateRun as route } from '@cresyl/contract/predictors/inference-jobs'
import type { PredictorManifest } from '@cresyl/contract/predictors/predictor-manifest'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { maySeeLabels } from '../images/labels.ts'
import { findImage } from '../images/queries.ts'
import type { ImageRow } from '../images/view.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { findPredictor } from '../predictors/queries.ts'
import type { Work } from '../work.ts'

type EstimateQuery = RouteRequest<typeof route>['query']

/** So many earlier runs tell: machines change. */
const lookedAt = 20

/** What earlier runs of the same version took, and the jobs that would go before it. Nothing is promised. */
export async function estimateRun({ tx, member }: Work, query: EstimateQuery): Promise<RunEstimate> {
  await ensurePredictors(tx, member.organizationId)
  const { predictor, current } = await findPredictor(tx, query.predictor_id)
  const image = await findImage(tx, query.input_image_id, { labels: await maySeeLabels(tx, member) })
  const past = await pastRuns(tx, predictor.id, current.manifest.version)
  const pixels = await pixelsToCompute(tx, current.manifest, image, query, past.share)
  const perPixel = past.tiles > 0 ? past.seconds / (past.tiles * current.manifest.input.tile ** 2) : null
  return {
    seconds: perPixel === null || pixels === null ? null : perPixel * pixels,
    runs: past.runs,
    queue_place: await waitingBefore(tx),
  }
}

interface PastRuns {
  runs: number
  /** Of all of them together: large ones tell more than small ones. */
  seconds: number
  tiles: number
  /** Of what could have been computed; null where there were none. */
  share: number | null
}

/** Those that were tried once: what was waited for between two attempts is no computing. */
async function pastRuns(tx: Tx, predictorId: string, version: string): Promise<PastRuns> {
  const { rows } = await tx.execute<{ [Key in keyof PastRuns]: PastRuns[Key] }>(sql`
    select count(*)::int as runs, coalesce(sum(seconds), 0)::float8 as seconds,
      coalesce(sum(computed), 0)::float8 as tiles, (sum(computed) / nullif(sum(computed + skipped), 0))::float8 as share
    from (
      select extract(epoch from r.finished_at - r.started_at) as seconds,
        (r.provenance ->> 'tiles_computed')::numeric as computed, (r.provenance ->> 'tiles_skipped')::numeric as skipped
      from inference_jobs r
      join predictor_versions v on v.organization_id = r.organization_id and v.id = r.predictor_version_id
      left join jobs j on j.organization_id = r.organization_id and j.id = r.job_id
      where r.predictor_id = ${predictorId} and r.state = 'succeeded' and r.started_at is not null
        and v.manifest ->> 'version' = ${version} and coalesce(j.attempt, 1) = 1
        and (r.provenance ->> 'tiles_computed')::numeric > 0
      order by r.created_at desc limit ${lookedAt}
    ) as past`)
  return rows[0] ?? { runs: 0, seconds: 0, tiles: 0, share: null }
}

/** Of the predictor's own size; null where it is not known how large those of the image are. */
async function pixelsToCompute(
  tx: Tx,
  { input }: PredictorManifest,
  image: ImageRow,
  { pixels: asked, mpp: said }: EstimateQuery,
  usualShare: number | null,
): Promise<number | null> {
  const [mppX, mppY] = [image.mppX ?? said, image.mppY ?? said]
  if (mppX === undefined || mppY === undefined || image.width === null || image.height === null) return null
  const whole = image.width * image.height
  const part = Math.min(1, (asked ?? whole) / whole)
  // Finer than the slide nothing is computed.
  const step = Math.max(1, input.mpp / Math.sqrt(mppX * mppY)) ** 2
  if (input.region === 'all') return (part * whole) / step
  const { rows } = await tx.execute<{ area: number | null }>(sql`
    select tissue_area as area from qc_jobs where image_id = ${image.id} and tissue_area is not null
      and made_scale is null
    order by created_at desc, id desc limit 1`)
  const area = rows[0]?.area ?? null
  const share = area === null ? (usualShare ?? 1) : Math.min(1, area / (whole * mppX * mppY))
  return (part * share * whole) / step
}

/** Of this organisation: others are served in turn. */
async function waitingBefore(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ place: number }>(sql`
    select count(*)::int as place from jobs
    where state = 'queued' and not is_parent and priority >= ${jobDefinitions.inference.priority}`)
  return rows[0]?.place ?? 0
}
