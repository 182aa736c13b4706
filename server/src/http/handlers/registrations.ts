import { createEstimate } from '../../domain/registrations/create-estimate.ts'
import { createRegistration } from '../../domain/registrations/create-registration.ts'
import { deleteRegistration } from '../../domain/registrations/delete-registration.ts'
import { findEstimate } from '../../domain/registrations/estimates.ts'
import {
  listRegistrations,
  listVersions,
  readRegistration,
} from '../../domain/registrations/read-registrations.ts'
import { updateRegistration } from '../../domain/registrations/update-registration.ts'
import type { Handlers } from '../handler.ts'

export const registrationHandlers = {
  listRegistrations: async (call) =>
    call.page(await call.read((work) => listRegistrations(work, call.query))),

  readRegistration: (call) => call.read((work) => readRegistration(work, call.params.id)),

  createRegistration: (call) => call.write((work) => createRegistration(work, call.body)),

  updateRegistration: (call) => call.write((work) => updateRegistration(work, call.params.id, call.body)),

  listRegistrationVersions: async (call) =>
    call.page(await call.read((work) => listVersions(work, call.params.id, call.query))),

  deleteRegistration: async (call) => {
    await call.write((work) => deleteRegistration(work, call.params.id))
    return undefined
  },
} satisfies Partial<Handlers>

export const registrationEstimateHandlers = {
  createRegistrationEstimate: (call) => call.write((work) => createEstimate(work, call.body)),

  readRegistrationEstimate: (call) => call.read(({ tx }) => findEstimate(tx, call.params.id)),
} satisfies Partial<Handlers>
