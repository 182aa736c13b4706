import { createOrganization } from '../../domain/organizations/create-organization.ts'
import {
  currentOrganization,
  listOrganizations,
  listSettings,
} from '../../domain/organizations/read-organizations.ts'
import { updateOrganization } from '../../domain/organizations/update-organization.ts'
import { updateSettings } from '../../domain/organizations/update-settings.ts'
import type { Handlers } from '../handler.ts'

export const organizationHandlers = {
  currentOrganization: (call) => call.read(currentOrganization),

  listOrganizations: async (call) =>
    call.page(await call.readSystem((work) => listOrganizations(work, call.query))),

  createOrganization: (call) => call.writeSystem((work) => createOrganization(work, call.body)),

  updateOrganization: (call) =>
    call.writeSystem((work) => updateOrganization(work, call.params.id, call.body)),

  listOrganizationSettings: async (call) =>
    call.page(await call.read((work) => listSettings(work, call.query))),

  updateOrganizationSettings: (call) => call.write((work) => updateSettings(work, call.params.id, call.body)),
} satisfies Partial<Handlers>
