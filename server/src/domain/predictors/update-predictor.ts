import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import { checkParams } from '@cresyl/contract/predictors/predictor-params'
import type {
  Predictor,
  updatePredictor as updatePredictorRoute,
} from '@cresyl/contract/predictors/predictors'
import { eq } from 'drizzle-orm'
import { predictors } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { findPredictor, lockPredictor, type PredictorDetails } from './queries.ts'
import { viewPredictor } from './read-predictors.ts'

type Changes = RouteRequest<typeof updatePredictorRoute>['body']

export async function updatePredictor(work: AuditedWork, id: string, changes: Changes): Promise<Predictor> {
  const { tx, member, now } = work
  requireOwnOrganization(member, changes.organization_id)
  const found = await lockPredictor(tx, id)
  const { predictor } = found
  await refuseStale(changes, predictor, () => viewPredictor(found))
  requireAllowed(found, changes)
  const enabled = changes.enabled ?? predictor.enabled
  const next = {
    enabled,
    automatic: changes.automatic ?? predictor.automatic,
    preferredParams: changes.preferred_params ?? predictor.preferredParams,
  }
  const before = pick(predictor)
  const details = changesBetween(before, pick(next))
  if (Object.keys(details).length === 0) return viewPredictor(found)
  await tx
    .update(predictors)
    .set({
      ...next,
      ...(enabled !== predictor.enabled && { enabledBy: member.userId, enabledAt: now }),
      updatedAt: now,
      version: predictor.version + 1,
    })
    .where(eq(predictors.id, id))
  work.record({ id, details: { key: predictor.key, ...details } })
  return viewPredictor(await findPredictor(tx, id))
}

const pick = ({
  enabled,
  automatic,
  preferredParams,
}: Pick<PredictorDetails['predictor'], 'enabled' | 'automatic' | 'preferredParams'>) => ({
  enabled,
  automatic,
  preferred_params: preferredParams,
})

function requireAllowed({ current }: PredictorDetails, { preferred_params: given }: Changes): void {
  const { faults } = checkParams(current.manifest, given ?? {})
  const [first] = Object.entries(faults)
  if (!first) return
  const label = current.manifest.params.find(({ key }) => key === first[0])?.label ?? first[0]
  throw new ApiError('invalid_input', {
    detail: `${label}: ${first[1]}`,
    fields: Object.fromEntries(
      Object.entries(faults).map(([key, fault]) => [`preferred_params.${key}`, [fault]]),
    ),
  })
}
