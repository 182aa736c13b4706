import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { exports, images, jobs } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeSlide } from './slides-examples.ts'

export interface AskedExport {
  id: string
  job_id: string
  image_id: string
}

const region = { x: 0, y: 0, width: 400, height: 300, mpp: 0.5, format: 'png' }

export function askExport(
  api: TestApi,
  member: TestMember,
  imageId: string,
  body: unknown = region,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return request(api, member, { method: 'POST', url: `/api/images/${imageId}/exports/`, body, headers })
}

/** Asked for and not made yet. Guests can't ask: theirs is the administrator's. */
export async function makeExport(
  api: TestApi,
  admin: TestMember,
  caller: TestMember = admin,
): Promise<AskedExport> {
  const { imageId } = await makeSlide(api, admin)
  const reply = await askExport(api, caller.role === 'guest' ? admin : caller, imageId)
  if (reply.status !== 201) throw new Error(`No export: ${reply.text}`)
  return reply.json
}

/** As the job leaves it. */
export async function makeFinishedExport(api: TestApi, admin: TestMember): Promise<AskedExport> {
  const made = await makeExport(api, admin)
  const { context } = api
  const key = { organizationId: admin.organizationId, path: `exports/${made.id}/region.png` }
  const { size, path } = await context.storage.put(key, Readable.from([Buffer.from('a picture')]))
  await context.database.asSystem(async (tx) => {
    await tx.update(exports).set({ path, size, madeAt: new Date() }).where(eq(exports.id, made.id))
    await tx.update(jobs).set({ state: 'succeeded', finishedAt: new Date() }).where(eq(jobs.id, made.job_id))
  })
  return made
}

export const exportExamples = {
  listExports: async () => ({}),
  createExport: async (api, admin) => ({ id: (await makeSlide(api, admin)).imageId, body: region }),
  readExport: async (api, admin) => ({ id: (await makeExport(api, admin)).id }),
  exportDownloadUrl: async (api, admin) => ({ id: (await makeFinishedExport(api, admin)).id }),
  deleteExport: async (api, admin, caller) => ({ id: (await makeExport(api, admin, caller)).id }),
} satisfies Partial<Examples>

const download = (api: TestApi, id: string) =>
  request(api, api.home.admin, { url: `/api/exports/${id}/download-url/` })

export const exportProvocations = {
  createExport: {
    not_found: (api) => askExport(api, api.home.admin, newId()),
    not_ready: async (api) => {
      const { imageId } = await makeSlide(api, api.home.admin)
      await api.context.database.asSystem((tx) =>
        tx.update(images).set({ state: 'pending' }).where(eq(images.id, imageId)),
      )
      return askExport(api, api.home.admin, imageId)
    },
  },
  exportDownloadUrl: {
    being_prepared: async (api) => download(api, (await makeExport(api, api.home.admin)).id),
    not_ready: async (api) => {
      const { id, job_id } = await makeExport(api, api.home.admin)
      await request(api, api.home.admin, { method: 'POST', url: `/api/jobs/${job_id}/cancel/` })
      return download(api, id)
    },
  },
  deleteExport: {
    forbidden: async (api) => {
      const { id } = await makeExport(api, api.home.admin)
      return request(api, api.home.user, { method: 'DELETE', url: `/api/exports/${id}/` })
    },
  },
} satisfies Provocations
