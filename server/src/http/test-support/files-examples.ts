import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { uploadLimits } from '@cresyl/contract/api/limits'
import { eq } from 'drizzle-orm'
import { files, jobs, organizations, uploads } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { bytesOf } from '../../platform/storage/test-support/samples.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import { type Examples, nextSerial, type Provocations, type Reply } from './example.ts'
import { makeProject } from './projects-examples.ts'

export interface MadeFile {
  id: string
  version: number
}

export interface SentPart {
  PartNumber: number
  ETag: string
}

const usualSize = 2000

export async function makeFile(
  api: TestApi,
  member: TestMember,
  given: { name?: string; size?: number; project_id?: string } = {},
): Promise<MadeFile> {
  const { name = `slide-${nextSerial()}.svs` } = given
  const media_type = name.slice(name.indexOf('.') + 1)
  const body = { size: usualSize, ...given, name, media_type }
  const reply = await request(api, member, { method: 'POST', url: '/api/files/', body })
  if (reply.status !== 201) throw new Error(`No file: ${reply.text}`)
  return reply.json
}

export function multipart(
  api: TestApi,
  member: TestMember,
  id: string,
  act: 'init' | 'complete' | 'abort',
  body?: unknown,
): Promise<Reply> {
  return request(api, member, { method: 'POST', url: `/api/files/${id}/multipart/${act}/`, body })
}

export function askPartUrl(api: TestApi, member: TestMember, id: string, partNumber = 1): Promise<Reply> {
  return request(api, member, { url: `/api/files/${id}/multipart/part-url/?partNumber=${partNumber}` })
}

/** To the address that was given for it, as the browser does. */
export async function sendPart(
  api: TestApi,
  member: TestMember,
  id: string,
  partNumber: number,
  bytes: Buffer,
): Promise<SentPart> {
  const { json } = await askPartUrl(api, member, id, partNumber)
  const { host, pathname, search } = new URL(json.url)
  // The memory of what has been stored is given back: each request needs bytes of its own.
  const payload = Buffer.from(bytes)
  const reply = await api.app.inject({ method: 'PUT', url: pathname + search, headers: { host }, payload })
  if (reply.statusCode !== 200) throw new Error(`No part: ${reply.body}`)
  return { PartNumber: partNumber, ETag: String(reply.headers.etag) }
}

/** A file of one part that is sent and not yet completed. */
export async function makeSentFile(api: TestApi, member: TestMember, bytes = bytesOf('a slide', usualSize)) {
  const { id } = await makeFile(api, member, { size: bytes.length })
  await multipart(api, member, id, 'init')
  return { id, parts: [await sendPart(api, member, id, 1, bytes)] }
}

/** A stored file that has been read, and of which nobody has a copy. */
export async function makeStoredFile(api: TestApi, member: TestMember, bytes?: Buffer): Promise<MadeFile> {
  const { id, parts } = await makeSentFile(api, member, bytes)
  const { json, status, text } = await multipart(api, member, id, 'complete', { parts })
  if (status !== 200) throw new Error(`Not stored: ${text}`)
  await api.context.database.asSystem(async (tx) => {
    await tx.update(files).set({ readingState: 'ready' }).where(eq(files.id, id))
    await tx.update(jobs).set({ state: 'succeeded', finishedAt: new Date() }).where(eq(jobs.subjectId, id))
  })
  return json
}

/** A file that was registered where it lies, outside the storage. */
export async function makeImportedFile(
  { context }: TestApi,
  { organizationId }: TestMember,
  bytes = bytesOf('a slide on a shelf', usualSize),
): Promise<{ id: string; path: string }> {
  const id = newId()
  const path = join(context.config.dataDir, `${id}.svs`)
  await writeFile(path, bytes)
  await context.database.asSystem((tx) =>
    tx.insert(files).values({
      id,
      organizationId,
      name: 'Schnitt.svs',
      searchKey: 'schnitt.svs',
      mediaType: 'svs',
      size: bytes.length,
      path,
      origin: 'import',
      state: 'stored',
      readingState: 'ready',
    }),
  )
  return { id, path }
}

/** A stored file with its copy for those who may not see labels. */
export async function makeCopiedFile(api: TestApi, member: TestMember): Promise<MadeFile> {
  const file = await makeStoredFile(api, member)
  const key = { organizationId: member.organizationId, path: `files/${file.id}/without-label/made` }
  const { path, size } = await api.context.storage.put(key, Readable.from([bytesOf('a copy', usualSize)]))
  await api.context.database.asSystem((tx) =>
    tx.update(files).set({ copyPath: path, copySize: size }).where(eq(files.id, file.id)),
  )
  return file
}

export const fileExamples = {
  listFiles: async () => ({}),
  filesOverTime: async () => ({}),
  listDownloads: async () => ({}),
  createFile: async () => ({
    body: { name: `new-${nextSerial()}.tiff`, media_type: 'tiff', size: usualSize },
  }),
  readFile: async (api, admin) => ({ id: (await makeFile(api, admin)).id }),
  updateFile: async (api, admin, caller = admin) => {
    const { id, version } = await makeFile(api, caller.role === 'guest' ? admin : caller)
    return { id, body: { state: 'failed', state_message: 'A worker crashed', version } }
  },
  beginMultipart: async (api, admin) => ({ id: (await makeFile(api, admin)).id }),
  partUrl: async (api, admin) => {
    const { id } = await makeFile(api, admin)
    await multipart(api, admin, id, 'init')
    return { id, query: { partNumber: '1' } }
  },
  completeMultipart: async (api, admin) => {
    const { id, parts } = await makeSentFile(api, admin)
    return { id, body: { parts } }
  },
  abortMultipart: async (api, admin, caller = admin) => ({
    id: (await makeSentFile(api, caller.role === 'guest' ? admin : caller)).id,
  }),
  fileDownloadUrl: async (api, admin) => ({ id: (await makeCopiedFile(api, admin)).id }),
  rereadFile: async (api, admin) => ({ id: (await makeStoredFile(api, admin)).id }),
  deleteFile: async (api, admin, caller = admin) => ({
    id: await failedFile(api, caller.role === 'guest' ? admin : caller),
  }),
} satisfies Partial<Examples>

async function archivedProject(api: TestApi): Promise<string> {
  const { id } = await makeProject(api, api.home.admin)
  await request(api, api.home.admin, {
    method: 'PATCH',
    url: `/api/projects/${id}/`,
    body: { archived: true },
  })
  return id
}

function edit(api: TestApi, id: string, body: unknown): Promise<Reply> {
  return request(api, api.home.admin, { method: 'PATCH', url: `/api/files/${id}/`, body })
}

async function failedFile(api: TestApi, member = api.home.admin): Promise<string> {
  const { id } = await makeFile(api, member)
  await request(api, member, { method: 'PATCH', url: `/api/files/${id}/`, body: { state: 'failed' } })
  return id
}

/** As long as the work takes, the organisation may store next to nothing. */
export async function withoutQuota<T>(api: TestApi, work: () => Promise<T>): Promise<T> {
  const setQuota = (quotaBytes: number | null) =>
    api.context.database.asSystem((tx) =>
      tx.update(organizations).set({ quotaBytes }).where(eq(organizations.id, api.home.admin.organizationId)),
    )
  await setQuota(1)
  return work().finally(() => setQuota(null))
}

/** As long as the work takes, someone else has reserved more than any disk has. */
async function withoutRoom<T>(api: TestApi, work: () => Promise<T>): Promise<T> {
  const id = newId()
  const { organizationId } = api.away.admin
  const size = Number.MAX_SAFE_INTEGER
  const { database } = api.context
  await database.asSystem((tx) =>
    tx.insert(uploads).values({ id, organizationId, path: 'files/huge', size, partSize: size }),
  )
  return work().finally(() => database.asSystem((tx) => tx.delete(uploads).where(eq(uploads.id, id))))
}

/** As if the member had announced so many and sent nothing of them. */
export async function announceFiles(api: TestApi, member: TestMember, count: number): Promise<void> {
  const { organizationId, userId: createdBy } = member
  const rows = Array.from({ length: count }, () => {
    const id = newId()
    const named = { name: 'a.svs', searchKey: 'a.svs', mediaType: 'svs', path: `files/${id}/original` }
    return { id, organizationId, createdBy, size: usualSize, ...named }
  })
  await api.context.database.asSystem((tx) => tx.insert(files).values(rows))
}

export const fileProvocations = {
  createFile: {
    archived: async (api) => {
      const body = {
        name: 'a.svs',
        media_type: 'svs',
        size: usualSize,
        project_id: await archivedProject(api),
      }
      return request(api, api.home.admin, { method: 'POST', url: '/api/files/', body })
    },
    quota_exceeded: async (api) => {
      const body = { name: 'a.svs', media_type: 'svs', size: usualSize }
      return withoutQuota(api, () =>
        request(api, api.home.admin, { method: 'POST', url: '/api/files/', body }),
      )
    },
    too_many: async (api) => {
      await announceFiles(api, api.away.user, uploadLimits.expected)
      const body = { name: 'a.svs', media_type: 'svs', size: usualSize }
      return request(api, api.away.user, { method: 'POST', url: '/api/files/', body })
    },
  },
  updateFile: {
    forbidden: async (api) => {
      const { id } = await makeFile(api, api.home.manager)
      const body = { state: 'aborted' }
      return request(api, api.home.user, { method: 'PATCH', url: `/api/files/${id}/`, body })
    },
    file_state: async (api) => {
      const { id } = await makeFile(api, api.home.admin)
      return edit(api, id, { state: 'stored' })
    },
    stale_version: async (api) => {
      const { id, version } = await makeFile(api, api.home.admin)
      const { id: project_id } = await makeProject(api, api.home.admin)
      await edit(api, id, { project_id, version })
      return edit(api, id, { state: 'failed', version })
    },
    archived: async (api) => {
      const { id } = await makeFile(api, api.home.admin)
      return edit(api, id, { project_id: await archivedProject(api) })
    },
  },
  beginMultipart: {
    file_state: async (api) => multipart(api, api.home.admin, await failedFile(api), 'init'),
    storage_full: async (api) => {
      const { id } = await makeFile(api, api.home.admin)
      return withoutRoom(api, () => multipart(api, api.home.admin, id, 'init'))
    },
    quota_exceeded: async (api) => {
      const { id } = await makeFile(api, api.home.admin)
      return withoutQuota(api, () => multipart(api, api.home.admin, id, 'init'))
    },
  },
  partUrl: {
    file_state: async (api) => askPartUrl(api, api.home.admin, await failedFile(api)),
    not_found: (api) => askPartUrl(api, api.home.admin, newId()),
    upload_closed: async (api) => {
      const { id } = await makeSentFile(api, api.home.admin)
      await multipart(api, api.home.admin, id, 'abort')
      return askPartUrl(api, api.home.admin, id)
    },
  },
  completeMultipart: {
    file_state: async (api) =>
      multipart(api, api.home.admin, await failedFile(api), 'complete', { parts: [] }),
    not_found: (api) => multipart(api, api.home.admin, newId(), 'complete', { parts: [] }),
    upload_closed: async (api) => {
      const { id, parts } = await makeSentFile(api, api.home.admin)
      await multipart(api, api.home.admin, id, 'abort')
      return multipart(api, api.home.admin, id, 'complete', { parts })
    },
    parts_mismatch: async (api) => {
      const { id } = await makeSentFile(api, api.home.admin)
      const parts = [{ PartNumber: 1, ETag: '"another"' }]
      return multipart(api, api.home.admin, id, 'complete', { parts })
    },
  },
  abortMultipart: {
    forbidden: async (api) => {
      const { id } = await makeSentFile(api, api.home.manager)
      return multipart(api, api.home.user, id, 'abort')
    },
  },
  fileDownloadUrl: {
    file_state: async (api) => {
      const { id } = await makeFile(api, api.home.admin)
      return request(api, api.home.admin, { url: `/api/files/${id}/download-url/` })
    },
    being_prepared: async (api) => {
      const { id } = await makeStoredFile(api, api.home.user)
      return request(api, api.home.user, { url: `/api/files/${id}/download-url/` })
    },
  },
  deleteFile: {
    forbidden: async (api) => {
      const url = `/api/files/${await failedFile(api)}/`
      return request(api, api.home.manager, { method: 'DELETE', url })
    },
    file_state: async (api) => {
      const { id } = await makeStoredFile(api, api.home.admin)
      return request(api, api.home.admin, { method: 'DELETE', url: `/api/files/${id}/` })
    },
  },
  rereadFile: {
    file_state: async (api) => {
      const { id } = await makeFile(api, api.home.admin)
      return request(api, api.home.admin, { method: 'POST', url: `/api/files/${id}/read/` })
    },
    already_running: async (api) => {
      const { id } = await makeStoredFile(api, api.home.admin)
      const again = { method: 'POST', url: `/api/files/${id}/read/` } as const
      await request(api, api.home.admin, again)
      return request(api, api.home.admin, again)
    },
  },
} satisfies Provocations
