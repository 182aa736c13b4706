import { createEstimate } from '../../domain/registrations/create-estimate.ts'
import { findEstimate } from '../../domain/registrations/estimates.ts'
import type { Handlers } from '../handler.ts'

export const registrationEstimateHandlers = {
  createRegistrationEstimate: (call) => call.write((work) => createEstimate(work, call.body)),

  readRegistrationEstimate: (call) => call.read(({ tx }) => findEstimate(tx, call.params.id)),
} satisfies Partial<Handlers>
