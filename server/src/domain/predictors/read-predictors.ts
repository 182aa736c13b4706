import type { listPredictors as listPredictorsRoute, Predictor } from '@cresyl/contract/predictors'
import type { RouteRequest } from '@cresyl/contract/route'
import { type Rows, rowLimit } from '../resource.ts'
import type { Work } from '../work.ts'
import { ensurePredictors } from './ensure-predictors.ts'
import { findPredictor, selectPredictors } from './queries.ts'
import { viewPredictor } from './view.ts'

type PredictorQuery = RouteRequest<typeof listPredictorsRoute>['query']

export async function listPredictors(
  { tx, member }: Work,
  { enabled, limit, offset }: PredictorQuery,
): Promise<Rows<Predictor>> {
  await ensurePredictors(tx, member.organizationId)
  const found = await selectPredictors(tx, { enabled })
  const results = found.slice(offset, offset + rowLimit(limit)).map(viewPredictor)
  return { count: found.length, results }
}

export async function readPredictor({ tx, member }: Work, id: string): Promise<Predictor> {
  await ensurePredictors(tx, member.organizationId)
  return viewPredictor(await findPredictor(tx, id))
}
