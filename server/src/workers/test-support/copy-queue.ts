import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { files } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import { sendJob } from '../../platform/queue/send-job.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import { handlers, onSettled } from '../index.ts'

export interface CopiedFile {
  id: string
  jobId: string
}

/** A queue with the files that its jobs copy. */
export interface CopyQueue extends TestQueue {
  draftFolder: string
  /** A file that has been read, and the job that is to copy it. */
  addFile(bytes: Buffer, given?: { origin?: 'upload' | 'import'; path?: string }): Promise<CopiedFile>
  /** Another job for it, which may be begun at once; its id. */
  copyAgain(fileId: string): Promise<string>
  work(context?: Context): Promise<unknown>
  ended(jobId: string): Promise<JobRow>
  copyOf(fileId: string): Promise<{ path: string | null; size: number | null }>
  readObject(path: string | null): Promise<Buffer>
  drafts(): Promise<string[]>
  /** Of everything that is stored of a file. */
  storedPaths(fileId: string): Promise<string[]>
}

export async function openCopyQueue(): Promise<CopyQueue> {
  const queue = await openTestQueue()
  const { context, owner } = queue
  const [organizationId] = queue.organizations
  const draftFolder = join(context.config.slides.cacheDir, 'work')
  return {
    ...queue,
    draftFolder,
    addFile: async (bytes, given = {}) => {
      const id = newId()
      const { origin = 'upload', path = `files/${id}/original` } = given
      if (origin === 'upload') await context.storage.put({ organizationId, path }, pieces(bytes))
      const jobId = await queue.send({ kind: 'deidentify', payload: { file_id: id }, subjectId: id })
      await owner.query(
        `insert into files
           (id, organization_id, name, search_key, media_type, size, path, origin, state, reading_state, copy_job_id)
         values ($1, $2, 'a.svs', 'a.svs', 'svs', $3, $4, $5, 'stored', 'ready', $6)`,
        [id, organizationId, bytes.length, path, origin, jobId],
      )
      return { id, jobId }
    },
    copyAgain: (id) =>
      context.database.asSystem(async (tx) => {
        const { priority, attempts: maxAttempts } = jobDefinitions.deidentify
        const jobId = await sendJob(tx, {
          kind: 'deidentify',
          organizationId,
          payload: { file_id: id },
          subjectId: id,
          priority,
          maxAttempts,
        })
        await tx.update(files).set({ copyJobId: jobId }).where(eq(files.id, id))
        return jobId
      }),
    work: (given = context) =>
      queue.start({ context: given, handlers, definitions: jobDefinitions, onSettled }),
    ended: (jobId) => queue.until(jobId, ({ finishedAt }) => finishedAt !== null),
    copyOf: async (id) => {
      const { rows } = await owner.query(
        'select copy_path as path, copy_size::int as size from files where id = $1',
        [id],
      )
      return rows[0]
    },
    readObject: async (path) => {
      const { body } = await context.storage.get({ organizationId, path: path ?? '' })
      return Buffer.concat(await body.toArray())
    },
    drafts: () => readdir(draftFolder).catch(() => []),
    storedPaths: async (id) => {
      const { rows } = await owner.query('select path from stored_objects where path like $1 order by 1', [
        `files/${id}/%`,
      ])
      return rows.map(({ path }) => path)
    },
  }
}

async function* pieces(bytes: Buffer) {
  yield bytes
}
