import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { batchLimits } from '@cresyl/contract/api/limits'
import { permissionsOf } from '@cresyl/contract/api/permissions'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { SlideAction } from '@cresyl/contract/slides/slide-batches'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatch } from '../domain/slide-batches/create-batch.ts'
import { addManySlides } from '../domain/slides/test-support/add-many-slides.ts'
import type { Member } from '../domain/work.ts'
import { newId } from '../platform/id.ts'
import { openTestQueue, type TestQueue } from '../platform/queue/test-support/test-queue.ts'
import { handlers, onSettled } from './index.ts'

vi.setConfig({ testTimeout: 120_000 })

let queue: TestQueue
let member: Member

beforeEach(async () => {
  queue = await openTestQueue()
  const userId = newId()
  await queue.owner.query(
    `insert into users (id, issuer, subject, email, name) values ('${userId}', 'test', '${userId}', 'a@b.test', 'A')`,
  )
  member = {
    userId,
    organizationId: queue.organizations[0],
    superadmin: false,
    acting: false,
    permissions: new Set(permissionsOf('admin')),
  }
})

afterEach(() => queue.close())

function begin(slideIds: string[], action: SlideAction): Promise<string> {
  const { organizationId, userId } = member
  return queue.context.database.asMember({ organizationId, userId }, async (tx) => {
    const work = { tx, member, now: new Date(), record: () => {} }
    return (await createBatch(work, { selection: { slide_ids: slideIds }, action })).id
  })
}

const startWorker = () => queue.start({ handlers, definitions: jobDefinitions, onSettled })
const countOf = async (sql: string) => (await queue.owner.query(sql)).rowCount

test('a batch is done part by part, and its end says what came of the slides', async () => {
  const total = batchLimits.chunk + 20
  const ids = await addManySlides(queue.owner, member.organizationId, { count: total })
  const id = await begin(ids, { kind: 'rename', pattern: 'Case {n:4}', ordering: 'name' })
  await startWorker()
  const job = await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  expect(job).toMatchObject({ state: 'succeeded', message: `${total} of ${total} slides were changed.` })
  const { rows } = await queue.owner.query('select name from slides order by created_at desc')
  expect([rows[0].name, rows.at(-1).name]).toEqual(['Case 0001', `Case 0${total}`])
})

test('a part that had to wait for a slide knows the stain that it was given meanwhile', async () => {
  const [slide] = await addManySlides(queue.owner, member.organizationId, { count: 1 })
  const stain = newId()
  await queue.owner.query(
    `insert into stainers (id, organization_id, stain_type, name_key)
     values ('${stain}', '${member.organizationId}', 'PAS', 'pas')`,
  )
  const id = await begin([slide ?? ''], { kind: 'rename', pattern: '{stain} {n}', ordering: 'name' })
  const holder = new pg.Client({ connectionString: queue.databaseUrl })
  await holder.connect()
  await holder.query(`begin; update slides set stainer_id = '${stain}'`)
  await startWorker()
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"slides"%for update%' and datname = current_database()`
  await expect.poll(() => countOf(waiting), { timeout: 60_000 }).toBe(1)
  await holder.query('commit')
  await holder.end()
  await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  const { rows } = await queue.owner.query('select name, stainer_id from slides')
  expect(rows).toEqual([{ name: 'PAS 1', stainer_id: stain }])
})

test('a worker that is killed in the middle of a part leaves nothing of it; another does it once', async () => {
  const ids = await addManySlides(queue.owner, member.organizationId, { count: 30 })
  const id = await begin(ids, { kind: 'delete' })
  const holder = new pg.Client({ connectionString: queue.databaseUrl })
  await holder.connect()
  // The slides are deleted by then, and their images wait for this one.
  await holder.query(`begin; select from images where slide_id = '${ids[29]}' for update`)
  const entry = fileURLToPath(new URL('./test-support/test-batch-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', entry, queue.databaseUrl, queue.folder, newId()], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update images%' and datname = current_database()`
  await expect.poll(() => countOf(waiting), { timeout: 60_000 }).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await holder.query('commit')
  await holder.end()
  await expect.poll(() => countOf(waiting)).toBe(0)
  expect(await countOf('select from slides where deleted_at is not null')).toBe(0)

  await startWorker()
  const job = await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  expect(job).toMatchObject({ state: 'succeeded', message: '30 of 30 slides were changed.' })
  expect(await countOf('select from slides where deleted_at is not null and version = 2')).toBe(30)
  expect(await countOf('select from images where deleted_at is not null')).toBe(30)
  expect(await countOf(`select from audits where event = 'slide.deleted'`)).toBe(30)
})
