import { areaOf, lengthOf } from '@cresyl/contract/annotations/annotation-geometry'
import type { Annotation } from '@cresyl/contract/annotations/annotations'
import { CallError } from '../../../lib/api/call-error.ts'
import { type Content, contentWith, type Patch } from '../content/shape.ts'
import type { Batch } from './outbox-state.ts'

const ada = { id: 'ada', name: 'Ada', picture: null }
const ben = { id: 'ben', name: 'Ben', picture: null }

export interface TestServer {
  readonly rows: Map<string, Annotation>
  /** Every batch that was carried out, in order. */
  readonly done: Batch[]
  /** Fails this way until told otherwise. */
  fault: 'away' | 'lost-reply' | 'signed-out' | null
  /** Refuses whatever these say. */
  refuses: (id: string) => boolean
  send(batch: Batch): Promise<readonly Annotation[]>
  /** Somebody else does this. */
  change(id: string, patch: Patch & { deleted_at?: string | null }): Annotation
}

/** Carries out batches as the server does: each once by its key, everything or nothing. */
export function createTestServer(imageId = 'image'): TestServer {
  const rows = new Map<string, Annotation>()
  const replies = new Map<string, readonly Annotation[]>()
  const done: Batch[] = []

  const rowOf = (id: string, content: Content): Annotation => ({
    id,
    slide_id: 'slide',
    image_id: imageId,
    ...content,
    tags: [...content.tags],
    extras: {},
    assignee: null,
    origin: 'drawn',
    inference_job_id: null,
    area_px: areaOf(content.geometry),
    length_px: lengthOf(content.geometry),
    comments: 0,
    created_by: ada,
    updated_by: ada,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    deleted_at: null,
    version: 1,
  })

  function carryOut(batch: Batch): readonly Annotation[] {
    const stale = batch.entries.flatMap(({ id, deed }) => {
      const row = rows.get(id)
      const isMeant = deed.kind === 'update' || deed.kind === 'delete'
      return row && isMeant && (row.version !== deed.version || row.deleted_at !== null) ? [row] : []
    })
    if (stale.length > 0)
      throw new CallError({ status: 409, code: 'stale_version', message: 'Stale.', current: stale })
    if (batch.entries.some(({ id }) => server.refuses(id)))
      throw new CallError({ status: 400, code: 'invalid_input', message: 'The ring crosses itself.' })
    return batch.entries.flatMap(({ id, deed }): Annotation[] => {
      const row = rows.get(id)
      if (deed.kind === 'create') return [row ?? put(rowOf(id, deed.content))]
      if (row === undefined) throw new CallError({ status: 404, code: 'not_found', message: 'Not there.' })
      if (deed.kind === 'update') return [write(id, deed.after, ada)]
      const deleted_at = deed.kind === 'delete' ? '2026-01-02T00:00:00Z' : null
      const changed = write(id, { deleted_at }, ada)
      return deed.kind === 'restore' ? [changed] : []
    })
  }

  function put(row: Annotation): Annotation {
    rows.set(row.id, row)
    return row
  }

  type Written = Parameters<TestServer['change']>[1]
  function write(id: string, { tags, ...patch }: Written, by: typeof ada): Annotation {
    const row = rows.get(id)
    if (row === undefined) throw new Error(`There is no ${id}.`)
    const version = row.version + 1
    return put({ ...row, ...patch, ...(tags && { tags: [...tags] }), updated_by: by, version })
  }

  const server: TestServer = {
    rows,
    done,
    fault: null,
    refuses: () => false,
    async send(batch) {
      if (server.fault === 'away') throw new CallError({ status: 0, code: 'unreachable', message: 'Away.' })
      if (server.fault === 'signed-out')
        throw new CallError({ status: 401, code: 'unauthenticated', message: 'Signed out.' })
      const before = replies.get(batch.key)
      const reply = before ?? carryOut(batch)
      if (!before) done.push(structuredClone(batch))
      replies.set(batch.key, reply)
      if (server.fault === 'lost-reply')
        throw new CallError({ status: 0, code: 'unreachable', message: 'Lost.' })
      return reply
    },
    change: (id, patch) => write(id, patch, ben),
  }
  return server
}

export const pointAt = (x: number, y: number, name = ''): Content =>
  contentWith({ geometry: { type: 'Point', coordinates: [x, y] }, shape: 'point', name })
