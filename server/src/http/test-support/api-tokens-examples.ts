import type { FreshApiToken } from '@cresyl/contract/people/api-tokens'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations } from './example.ts'

export async function makeApiToken(
  api: TestApi,
  admin: TestMember,
  body: object = {},
): Promise<FreshApiToken> {
  const reply = await request(api, admin, {
    method: 'POST',
    url: '/api/users/tokens/',
    body: { name: `Token ${nextSerial()}`, permissions: ['read:projects'], days: 30, ...body },
  })
  if (reply.status !== 201) throw new Error(`No API token: ${reply.text}`)
  return reply.json
}

/** A program that acts for the administrator. */
export async function makeProgram(api: TestApi, admin: TestMember, body: object = {}): Promise<TestMember> {
  return { ...admin, token: (await makeApiToken(api, admin, body)).token }
}

export const apiTokenExamples = {
  listApiTokens: async () => ({}),
  createApiToken: async () => ({
    body: { name: `New token ${nextSerial()}`, permissions: ['read:slides'], days: 7 },
  }),
  revokeApiToken: async (api, admin) => ({ id: (await makeApiToken(api, admin)).id }),
} satisfies Partial<Examples>

export const apiTokenProvocations = {} satisfies Provocations
