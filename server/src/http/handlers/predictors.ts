import { readExample } from '../../domain/predictors/read-example.ts'
import { listPredictors, readPredictor } from '../../domain/predictors/read-predictors.ts'
import { updatePredictor } from '../../domain/predictors/update-predictor.ts'
import type { Handlers } from '../handler.ts'

export const predictorHandlers = {
  listPredictors: async (call) => call.page(await call.read((work) => listPredictors(work, call.query))),

  readPredictor: (call) => call.read((work) => readPredictor(work, call.params.id)),

  readPredictorExample: async (call, context) =>
    readExample(context, await call.read((work) => readPredictor(work, call.params.id))),

  updatePredictor: (call) => call.write((work) => updatePredictor(work, call.params.id, call.body)),
} satisfies Partial<Handlers>
