import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@cresyl/contract/api/messages'
import { jobDefinitions, type RunnableJobKind } from '@cresyl/contract/operations/job-kinds'
import { jobLimits } from '@cresyl/contract/operations/jobs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import { cron, handlers, onSettled } from '../index.ts'

let queue: TestQueue
let organizationId: string

beforeAll(async () => {
  queue = await openTestQueue()
  organizationId = queue.organizations[0]
})

/** What a test has added or left. */
const tables = [
  ...['files', 'projects', 'organization_settings', 'uploads', 'stored_objects', 'notifications', 'pictures'],
  ...['outgoing_mails', 'idempotency_keys', 'users'],
]
afterEach(async () => {
  await queue.clear()
  await queue.owner.query(tables.map((table) => `delete from ${table}`).join('; '))
})
afterAll(() => queue.close())

async function run(kind: RunnableJobKind) {
  const id = await queue.send({ kind, organizationId: null, maxAttempts: 1 })
  await queue.start({ handlers, definitions: jobDefinitions, onSettled })
  const job = await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  return { id, job, lines: await queue.lines(id) }
}

const count = async (table: string, where = 'true') =>
  (await queue.owner.query(`select from ${table} where ${where}`)).rowCount

describe('purging', () => {
  test('says so when nothing has expired', async () => {
    const { job, lines } = await run('purge')
    expect(job).toMatchObject({ state: 'succeeded', message: 'Nothing has expired.' })
    expect(lines).toEqual([])
  })

  test('removes deleted projects once their organisation has kept them long enough, and says so for ever', async () => {
    await queue.owner.query(
      `insert into organization_settings (id, organization_id, retention_days)
       select gen_random_uuid(), id, case when id = $1 then 10 else 30 end from organizations`,
      [organizationId],
    )
    await queue.owner.query(
      `insert into projects (id, organization_id, name, name_key, search_key, deleted_at)
       select gen_random_uuid(), o.id, n::text, n::text, '', case when n > 0 then now() - n * interval '1 day' end
       from organizations o, unnest(array[0, 9, 11, 31]) n`,
    )
    const { rows: doomed } = await queue.owner.query(
      `select id from projects where name = '31' or (name = '11' and organization_id = $1) order by id`,
      [organizationId],
    )
    const { job, lines } = await run('purge')
    expect(job.state).toBe('succeeded')
    expect(lines).toEqual(['Removed 3 deleted projects.'])
    expect(await count('projects', `organization_id = '${organizationId}'`)).toBe(2)
    expect(await count('projects')).toBe(5)
    const { rows } = await queue.owner.query(
      `select subject_id as id from audits where event = 'project.purged' and user_id is null
         and details ? 'deleted_at' order by 1`,
    )
    expect(rows).toEqual(doomed)
  })

  test('a project that files were meant for goes all the same, and they are meant for none', async () => {
    const project = newId()
    await queue.owner.query(
      `insert into organization_settings (id, organization_id) values (gen_random_uuid(), '${organizationId}');
       insert into projects (id, organization_id, name, name_key, search_key, deleted_at)
         values ('${project}', '${organizationId}', 'p', 'p', '', now() - interval '1 year');
       insert into files (id, organization_id, name, search_key, media_type, size, path, project_id)
         values (gen_random_uuid(), '${organizationId}', 'f', 'f', 'svs', 1, 'files/f', '${project}')`,
    )
    expect((await run('purge')).lines).toEqual(['Removed 1 deleted project.'])
    expect(await count('files', 'project_id is null')).toBe(1)
  })

  test('removes jobs that ended long ago with their logs, a whole with its parts', async () => {
    const old = `now() - interval '${jobLimits.keptDays + 1} days'`
    const add = async (ended: string | null, parentId: string | null = null, isParent = false) => {
      const id = newId()
      await queue.owner.query(
        `insert into jobs (id, organization_id, kind, payload, max_attempts, state, finished_at, parent_id, is_parent)
         values ($1, $2, 'check_storage', '{}', 1, $3, ${ended ?? 'null'}, $4, $5)`,
        [id, organizationId, ended === null ? 'queued' : 'failed', parentId, isParent],
      )
      await queue.owner.query(
        `insert into job_log_lines (organization_id, job_id, attempt, level, text, at) values ($1, $2, 1, 'info', 'x', now())`,
        [organizationId, id],
      )
      return id
    }
    await add(old, await add(old, null, true))
    const kept = [await add('now()'), await add(null)]
    kept.push(await add('now()', null, true))
    kept.push(await add(old, kept[2]))
    const { id, lines } = await run('purge')
    expect(lines).toEqual(['Removed 2 finished jobs.'])
    const { rows } = await queue.owner.query('select id from jobs where id <> $1 order by id', [id])
    expect(rows.map((row) => row.id)).toEqual(kept.sort())
    expect(await count('job_log_lines', `job_id <> '${id}'`)).toBe(4)
  })

  test('removes old notifications, unused pictures, given-up e-mails and request keys', async () => {
    const person = newId()
    await queue.owner.query(
      `insert into users (id, issuer, subject, email, name) values ($1::uuid, 'embedded', $1::text, 'a@b.example', 'A')`,
      [person],
    )
    for (const age of ['1 hour', '1 year']) {
      const at = `now() - interval '${age}'`
      await queue.owner.query(
        `insert into notifications (id, organization_id, user_id, kind, text, created_at, read_at)
         values ('${newId()}', '${organizationId}', '${person}', 'job.failed', 'x', ${at}, ${at});
         insert into pictures (id, media_type, bytes, created_at) values ('${age}', 'image/png', 'x', ${at});
         insert into outgoing_mails (id, recipient, subject, body, created_at, next_attempt_at)
         values ('${newId()}', 'a@b.example', 'x', 'x', ${at}, now() + interval '1 day');
         insert into idempotency_keys (organization_id, user_id, key, request_hash, created_at)
         values ('${organizationId}', '${person}', '${age}', 'x', ${at})`,
      )
    }
    expect((await run('purge')).lines).toEqual([
      'Removed 1 notification.',
      'Removed 1 picture.',
      'Removed 1 e-mail that could not be sent.',
      'Removed 1 request key.',
    ])
    for (const table of ['notifications', 'pictures', 'outgoing_mails', 'idempotency_keys']) {
      expect([table, await count(table)]).toEqual([table, 1])
    }
  })
})

function addGoneServer() {
  return queue.owner.query(
    `insert into servers (id, name, roles, labels, version, started_at, last_seen_at, incarnation, cores, memory_bytes, slots)
     values ($1, 'gone', '{}', '{}', '1', now(), now() - interval '31 days', $1, 1, 1, 1)`,
    [newId()],
  )
}

describe('tidying up', () => {
  test('says so when everything is tidy', async () => {
    expect((await run('janitor')).job.message).toBe('There was nothing to tidy up.')
  })

  test('ends uploads that nobody goes on with, and removes servers that are gone', async () => {
    const { storage } = queue.context
    const upload = await storage.uploads.begin({ organizationId, path: 'files/1', size: 1000 })
    await queue.owner.query("update uploads set touched_at = now() - interval '25 hours'")
    await addGoneServer()
    const { job, lines } = await run('janitor')
    expect(job).toMatchObject({ state: 'succeeded', message: expect.stringMatching(/was cleaned up\.$/) })
    expect(lines).toEqual(['Removed 1 unfinished upload or write.', 'Removed 1 server.'])
    expect(await count('uploads', `id = '${upload.uploadId}' and state = 'aborted'`)).toBe(1)
    expect(await count('servers', "name = 'gone'")).toBe(0)
  })

  test('says of files that nobody goes on sending that they were interrupted, and stores those that are all there', async () => {
    const { storage } = queue.context
    const add = async (name: string) => {
      const id = newId()
      const path = `files/${id}/original`
      const { uploadId } = await storage.uploads.begin({ organizationId, path, size: 1000 })
      await queue.owner.query(
        `insert into files (id, organization_id, name, search_key, media_type, size, path, upload_id, updated_at)
         values ($1, $2, $3, $3, 'svs', 1000, $4, $5, now() - interval '25 hours')`,
        [id, organizationId, name, path, uploadId],
      )
      return uploadId
    }
    await add('alone')
    const complete = await add('complete')
    await queue.owner.query(
      `update uploads set touched_at = now() - interval '25 hours', hash = 'abc',
         state = case when id = $1 then 'complete' else 'open' end`,
      [complete],
    )
    expect((await run('janitor')).lines).toEqual([
      'Stored 1 file whose parts had all arrived.',
      // The bytes of the one, and what was left of the other's parts.
      'Removed 2 unfinished uploads or writes.',
      'Ended 1 upload that was interrupted.',
    ])
    const { rows } = await queue.owner.query(
      `select f.name, f.state, f.state_message, f.hash, f.reading_state, j.kind
       from files f left join jobs j on j.id = f.job_id order by 1`,
    )
    expect(rows).toEqual([
      {
        name: 'alone',
        state: 'failed',
        state_message: messages.upload.interrupted,
        hash: null,
        reading_state: 'none',
        kind: null,
      },
      {
        name: 'complete',
        state: 'stored',
        state_message: messages.upload.completedState,
        hash: Buffer.from('abc'),
        reading_state: expect.any(String),
        kind: 'ingest',
      },
    ])
  })

  test('does what can be done when one step fails', async () => {
    await rm(join(queue.folder, 'storage', 'drafts'), { recursive: true })
    await addGoneServer()
    const { job, lines } = await run('janitor')
    expect(job).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^1 of 8 steps failed/),
    })
    expect(lines).toEqual(['Tidying storage failed; see the log of the server.', 'Removed 1 server.'])
  })

  test('comes round by itself', async () => {
    const kinds = Object.keys(cron).sort()
    await queue.owner.query(`insert into schedule select unnest($1::text[]), now() - interval '1 day'`, [
      kinds,
    ])
    await queue.start({ handlers, definitions: jobDefinitions, cron, onSettled })
    const sent = () => queue.owner.query('select kind from jobs where organization_id is null order by 1')
    await expect.poll(async () => (await sent()).rows.map(({ kind }) => kind)).toEqual(kinds)
  })
})
