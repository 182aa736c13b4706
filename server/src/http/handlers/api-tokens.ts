import { createApiToken, revokeApiToken } from '../../domain/api-tokens/change-api-tokens.ts'
import { listApiTokens } from '../../domain/api-tokens/queries.ts'
import type { Handlers } from '../handler.ts'

export const apiTokenHandlers = {
  listApiTokens: async (call) => call.page(await call.read((work) => listApiTokens(work, call.query))),

  createApiToken: (call) => call.write((work) => createApiToken(work, call.body)),

  revokeApiToken: async (call) => {
    await call.write((work) => revokeApiToken(work, call.params.id))
    return undefined
  },
} satisfies Partial<Handlers>
