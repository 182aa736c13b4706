import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { QcJob, QcJobWithMeasures } from '@cresyl/contract/qc/qc-jobs'
import { makeSlide } from '@cresyl/slides'
import { createQcJob } from '../../domain/qc/create-qc-job.ts'
import { readQcJob } from '../../domain/qc/read-qc-jobs.ts'
import { addRealSlide, type RealSlide } from '../../domain/slides/test-support/real-slides.ts'
import type { AuditedWork, Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { organizationSettings } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { JobRow } from '../../platform/queue/job-row.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import type { Worker } from '../../platform/queue/worker.ts'
import { handlers, onSettled } from '../index.ts'

/** A queue with a small stained slide, someone who may check it, and workers that do. */
export interface QcQueue extends TestQueue {
  member: Member
  /** The file of the slide: 700 × 500 pixels at 1 µm/px. */
  file: string
  addSlide(file?: string): Promise<RealSlide>
  /** In a transaction of the member. */
  act<T>(work: (work: AuditedWork) => Promise<T>): Promise<T>
  ask(imageId: string): Promise<QcJob & { job_id: string }>
  readCheck(id: string): Promise<QcJobWithMeasures>
  work(server?: { id?: string; slots?: number }, context?: Context): Promise<Worker>
  sendHome(): Promise<void>
  ended(jobId: string): Promise<JobRow>
  // biome-ignore lint/suspicious/noExplicitAny: rows of any table, as PostgreSQL gives them
  rows(text: string, ...values: unknown[]): Promise<any[]>
}

export async function openQcQueue(): Promise<QcQueue> {
  const queue = await openTestQueue()
  const { context, owner } = queue
  const [organizationId] = queue.organizations
  const folder = await mkdtemp(join(tmpdir(), 'qc-'))
  const file = join(folder, 'stained.tiff')
  await makeSlide(file, {
    stain: 'he',
    seed: 5,
    width: 700,
    height: 500,
    mpp: 1,
    defects: { outOfFocus: true },
  })
  const userId = newId()
  await owner.query(
    `insert into users (id, issuer, subject, email, name) values ($1, 'i', 's', 'a@b.c', 'Ada')`,
    [userId],
  )
  await owner.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'admin')`, [
    organizationId,
    userId,
  ])
  await context.database.asSystem((tx) =>
    tx.insert(organizationSettings).values({ id: newId(), organizationId, qcAutomatic: false }),
  )
  const permissions = new Set(permissionsOf('admin'))
  const member: Member = { userId, organizationId, permissions, superadmin: false, acting: false }
  const workers: Worker[] = []
  const act: QcQueue['act'] = (work) =>
    context.database.asMember(member, (tx) => work({ tx, member, now: new Date(), record: () => {} }))
  return {
    ...queue,
    member,
    file,
    act,
    addSlide: (given = file) => addRealSlide(context, organizationId, given),
    ask: async (imageId) => {
      const { job_id, ...check } = await act((work) => createQcJob(work, { input_image_id: imageId }))
      if (job_id === null) throw new Error('No job')
      return { ...check, job_id }
    },
    readCheck: (id) => act((work) => readQcJob(work, id)),
    work: async (server = {}, given = context) => {
      const worker = await queue.start({
        handlers,
        definitions: jobDefinitions,
        onSettled,
        server,
        context: given,
      })
      workers.push(worker)
      return worker
    },
    sendHome: async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.drain(0)))
    },
    ended: (jobId) => queue.until(jobId, ({ finishedAt }) => finishedAt !== null),
    rows: async (text, ...values) => (await owner.query(text, values)).rows,
    close: async () => {
      await queue.close()
      await rm(folder, { recursive: true })
    },
  }
}
