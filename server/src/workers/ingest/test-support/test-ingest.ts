import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { type SQL, sql } from 'drizzle-orm'
import { newId } from '../../../platform/id.ts'
import type { JobRow } from '../../../platform/queue/job-row.ts'
import { sendJob } from '../../../platform/queue/send-job.ts'
import { openTestQueue, type TestQueue } from '../../../platform/queue/test-support/test-queue.ts'
import { createSourceDescriber } from '../../../platform/tiles/describe-source.ts'
import { type ImagePart, type OpenImage, openImage } from '../../../platform/tiles/image-location.ts'
import { handlers, onSettled } from '../../index.ts'

export interface AddedFile {
  id: string
  jobId: string
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, as PostgreSQL gives them
export type Row = Record<string, any>

export interface TestIngest {
  queue: TestQueue
  organizationId: string
  /** A stored file and the job that is to read it; with `importedFrom` it stays where it lies. */
  add(content: string | Uint8Array, given?: Partial<GivenFile>): Promise<AddedFile>
  /** Has a worker read it, to whatever end. */
  read(file: AddedFile): Promise<JobRow>
  /** Queues it to be read again. */
  again(file: AddedFile, readingState?: 'pending' | 'ready'): Promise<AddedFile>
  work(): Promise<void>
  rows(text: string, ...values: unknown[]): Promise<Row[]>
  fileRow(id: string): Promise<Row>
  /** In the order of their parts. */
  imageRows(fileId: string): Promise<Row[]>
  /** As the viewer opens it. */
  open(image: Row): Promise<OpenImage>
  close(): Promise<void>
}

interface GivenFile {
  name: string
  importedFrom: string
  size: number
  hash: Buffer | null
  createdBy: string
  projectId: string
  maxAttempts: number
  /** By another job than the one that is sent. */
  takenOver: boolean
}

export async function openTestIngest(): Promise<TestIngest> {
  const queue = await openTestQueue()
  const organizationId = queue.organizations[0]
  const { storage } = queue.context
  const describe = createSourceDescriber(storage)
  let working = false

  const rows: TestIngest['rows'] = async (text, ...values) => (await queue.owner.query(text, values)).rows
  const one = async (text: string, ...values: unknown[]) => {
    const [row] = await rows(text, ...values)
    if (row === undefined) throw new Error(`nothing found: ${text}`)
    return row
  }
  const fileRow = (id: string) => one('select * from files where id = $1', id)
  const work = async () => {
    if (working) return
    working = true
    await queue.start({ handlers, definitions: jobDefinitions, onSettled })
  }
  /** With the row that it is about, or the worker may come before that. */
  const sendReading = (
    id: string,
    statement: (jobId: string) => SQL,
    { createdBy, maxAttempts = 2 }: Partial<GivenFile> = {},
  ) =>
    queue.context.database.asSystem(async (tx) => {
      const jobId = await sendJob(tx, {
        kind: 'ingest',
        organizationId,
        payload: { file_id: id },
        subjectId: id,
        priority: 0,
        maxAttempts,
        ...(createdBy && { createdBy }),
      })
      await tx.execute(statement(jobId))
      return { id, jobId }
    })

  return {
    queue,
    organizationId,
    add: async (content, given = {}) => {
      const id = newId()
      const {
        name = 'a.svs',
        importedFrom,
        createdBy = null,
        projectId = null,
        hash = Buffer.alloc(32),
      } = given
      const path = importedFrom ?? `files/${id}/original`
      const streamOf = () =>
        typeof content === 'string' ? createReadStream(content) : Readable.from([content])
      const stored =
        importedFrom === undefined
          ? await storage.put({ organizationId, path }, streamOf())
          : { size: given.size ?? 0 }
      const origin = importedFrom ? 'import' : 'upload'
      return sendReading(
        id,
        (jobId) => sql`
          insert into files (id, organization_id, name, search_key, media_type, size, path, origin, state,
            reading_state, job_id, hash, created_by, project_id)
          values (${id}, ${organizationId}, ${name}, ${name}, 'svs', ${stored.size}, ${path}, ${origin}, 'stored',
            'pending', ${given.takenOver ? null : jobId}, ${hash}, ${createdBy}, ${projectId})`,
        given,
      )
    },
    read: async ({ jobId }) => {
      await work()
      return queue.until(jobId, ({ finishedAt }) => finishedAt !== null)
    },
    again: ({ id }, readingState = 'pending') =>
      sendReading(
        id,
        (jobId) => sql`update files set job_id = ${jobId}, reading_state = ${readingState} where id = ${id}`,
      ),
    work,
    rows,
    fileRow,
    imageRows: (fileId) => rows('select * from images where file_id = $1 order by part', fileId),
    open: async (image) => {
      const file = await fileRow(image.file_id)
      const object = async (path: string) => {
        const { size = 0 } = (await storage.stat({ organizationId, path })) ?? {}
        return describe({ organizationId, origin: 'upload', path, size })
      }
      const original = { organizationId, origin: file.origin, path: file.path, size: Number(file.size) }
      return openImage({
        imageId: image.id,
        fileId: file.id,
        source: image.path ? await object(image.path) : await describe(original),
        part: image.path ? 'image 0' : (image.part as ImagePart),
        ...(image.levels_path && {
          madeLevels: { source: await object(image.levels_path), firstLevel: image.first_made_level },
        }),
      })
    },
    close: () => queue.close(),
  }
}
