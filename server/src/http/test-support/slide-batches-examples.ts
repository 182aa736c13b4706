import { batchLimits } from '@cresyl/contract/api/limits'
import type { GivenSlideAction, GivenSlideSelection, SlideBatch } from '@cresyl/contract/slides/slide-batches'
import { and, eq, sql } from 'drizzle-orm'
import { editChunk } from '../../domain/slide-batches/edit-chunk.ts'
import { jobs, slideBatchChunks } from '../../platform/db/schema/index.ts'
import { rollUp } from '../../platform/queue/parents.ts'
import { request, type TestApi, type TestMember } from '../test-api.ts'
import type { Examples, Provocations, Reply } from './example.ts'
import { makeProject } from './projects-examples.ts'
import { archiveProject, makeSlide } from './slides-examples.ts'

export function sendBatch(
  api: TestApi,
  member: TestMember,
  selection: GivenSlideSelection,
  action: GivenSlideAction,
): Promise<Reply> {
  return request(api, member, { method: 'POST', url: '/api/slides/batches/', body: { selection, action } })
}

export function undo(api: TestApi, member: TestMember, id: string): Promise<Reply> {
  return request(api, member, { method: 'POST', url: `/api/slides/batches/${id}/undo/` })
}

export async function readBatch(api: TestApi, member: TestMember, id: string): Promise<SlideBatch> {
  return (await request(api, member, { url: `/api/slides/batches/${id}/` })).json
}

/** Does what a worker would do with the chunks that are still waiting, or with the first few. */
export async function workOff(api: TestApi, batchId: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const { database, clock } = api.context
  const children = await database.asSystem((tx) =>
    tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.parentId, batchId), eq(jobs.state, 'queued')))
      .orderBy(sql`(payload ->> 'chunk')::int`),
  )
  for (const { id, organizationId, payload } of children.slice(0, most)) {
    const { chunk } = payload as { chunk: number }
    await database.asMember({ organizationId: organizationId ?? '' }, (tx) =>
      editChunk(tx, { batchId, chunk, now: clock.now() }),
    )
    await database.asSystem(async (tx) => {
      await tx.update(jobs).set({ state: 'succeeded', finishedAt: sql`now()` }).where(eq(jobs.id, id))
      await rollUp(tx, batchId)
    })
  }
}

export async function chunksOf(api: TestApi, batchId: string) {
  return api.context.database.asSystem((tx) =>
    tx
      .select()
      .from(slideBatchChunks)
      .where(eq(slideBatchChunks.batchId, batchId))
      .orderBy(slideBatchChunks.chunk),
  )
}

async function withLimit<T>(most: number, work: () => Promise<T>): Promise<T> {
  const { all } = batchLimits
  try {
    Object.assign(batchLimits, { all: most })
    return await work()
  } finally {
    Object.assign(batchLimits, { all })
  }
}

async function renameOne(api: TestApi, admin: TestMember): Promise<string> {
  const { id } = await makeSlide(api, admin)
  const reply = await sendBatch(api, admin, { slide_ids: [id] }, { kind: 'rename', pattern: 'Case {n}' })
  return reply.json.id
}

export const slideBatchExamples = {
  createSlideBatch: async (api, admin) => {
    const selection = { slide_ids: [(await makeSlide(api, admin)).id] }
    return {
      body: { selection, action: { kind: 'rename', pattern: 'Case {n:3}' } },
      otherBodies: [
        { selection: { filter: {} }, action: { kind: 'set', tissue_id: null } },
        { selection, action: { kind: 'delete' } },
        { selection, action: { kind: 'restore' } },
      ],
    }
  },
  readSlideBatch: async (api, admin) => ({ id: await renameOne(api, admin) }),
  undoSlideBatch: async (api, admin) => {
    const id = await renameOne(api, admin)
    await workOff(api, id)
    return { id }
  },
} satisfies Partial<Examples>

export const slideBatchProvocations = {
  createSlideBatch: {
    forbidden: async (api) => {
      const { id } = await makeSlide(api, api.home.admin)
      return sendBatch(api, api.home.user, { slide_ids: [id] }, { kind: 'delete' })
    },
    archived: async (api) => {
      const { id: projectId } = await makeProject(api, api.home.admin)
      const { id } = await makeSlide(api, api.home.admin)
      await archiveProject(api, projectId)
      return sendBatch(api, api.home.admin, { slide_ids: [id] }, { kind: 'set', project_id: projectId })
    },
    too_many: async (api) => {
      const made = [await makeSlide(api, api.home.admin), await makeSlide(api, api.home.admin)]
      // Two are quicker made than two hundred thousand.
      return withLimit(1, () =>
        sendBatch(api, api.home.admin, { slide_ids: made.map(({ id }) => id) }, { kind: 'delete' }),
      )
    },
  },
  undoSlideBatch: {
    forbidden: async (api) => {
      const { id } = await makeSlide(api, api.home.admin)
      const reply = await sendBatch(api, api.home.admin, { slide_ids: [id] }, { kind: 'delete' })
      return undo(api, api.home.user, reply.json.id)
    },
    not_undoable: async (api) => undo(api, api.home.admin, await renameOne(api, api.home.admin)),
  },
} satisfies Provocations
