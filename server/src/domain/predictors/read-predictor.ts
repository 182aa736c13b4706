import type { Predictor } from '@cresyl/contract/predictors'
import type { Work } from '../work.ts'
import { ensurePredictors } from './ensure-predictors.ts'
import { findPredictor } from './queries.ts'
import { viewPredictor } from './view.ts'

export async function readPredictor({ tx, member }: Work, id: string): Promise<Predictor> {
  await ensurePredictors(tx, member.organizationId)
  return viewPredictor(await findPredictor(tx, id))
}
