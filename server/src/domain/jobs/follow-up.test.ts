import { type JobKind, jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { jobLink } from '@cresyl/contract/operations/jobs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { JobFailure, type JobHandler } from '../../platform/queue/job-handler.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import { addTestOrganization } from '../../platform/storage/test-support/test-organization.ts'
import { onSettled } from './follow-up.ts'
import { startJob } from './start-job.ts'

let queue: TestQueue
/** Each test has its own, with somebody in it. */
let organizationId: string
let person: string

beforeAll(async () => {
  queue = await openTestQueue()
})
beforeEach(async () => {
  organizationId = await addTestOrganization(queue.context.database)
  person = newId()
  await queue.owner.query(
    `insert into users (id, issuer, subject, email, name) values ($1::uuid, 'embedded', $1::text, $1::text || '@lab.example', 'Ada')`,
    [person],
  )
  await queue.owner.query(
    `insert into memberships (organization_id, user_id, role) values ($1, $2, 'admin')`,
    [organizationId, person],
  )
})

afterEach(() => queue.clear())
afterAll(() => queue.close())

const succeed: JobHandler = async () => ({ message: 'All is well.' })
const fail: JobHandler = async () => {
  throw new JobFailure('It is broken: mend it.')
}

/** Runs a job of the kind, asked for by a person a while ago. */
async function run(kind: JobKind, handler: JobHandler, given: { secondsAgo?: number } = {}) {
  const id = await queue.send({ kind, organizationId, createdBy: person, maxAttempts: 2 })
  await queue.owner.query(`update jobs set created_at = now() - make_interval(secs => $2) where id = $1`, [
    id,
    given.secondsAgo ?? 60,
  ])
  await start({ [kind]: handler })
  await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  return id
}

const start = (handlers: Partial<Record<JobKind, JobHandler>>) =>
  queue.start({ handlers: handlers as Record<string, JobHandler>, definitions: jobDefinitions, onSettled })

async function audits() {
  const { rows } = await queue.owner.query(
    'select event, subject_id as id, user_id, details from audits where organization_id = $1 order by id',
    [organizationId],
  )
  return rows
}

async function news() {
  const { rows } = await queue.owner.query(
    'select user_id, kind, text, link from notifications where organization_id = $1 order by id',
    [organizationId],
  )
  return rows
}

describe('when a job has ended', () => {
  test('the audit log tells, and whoever asked for it is told', async () => {
    const id = await run('check_audits', succeed)
    const details = { kind: 'check_audits', outcome: 'succeeded', attempt: 1 }
    expect(await audits()).toEqual([{ event: 'job.finished', id, user_id: null, details }])
    const text = 'Check the audit log: done. All is well.'
    expect(await news()).toEqual([{ user_id: person, kind: 'job.finished', text, link: jobLink(id) }])
  })

  test('before anyone looked away, nobody is told that it went well', async () => {
    await run('check_audits', succeed, { secondsAgo: 1 })
    expect(await audits()).toHaveLength(1)
    expect(await news()).toEqual([])
  })

  test('badly, whoever asked for it is told however short it was', async () => {
    await run('check_audits', fail, { secondsAgo: 1 })
    expect(await audits()).toEqual([
      expect.objectContaining({ details: { kind: 'check_audits', outcome: 'failed', attempt: 1 } }),
    ])
    const text = 'Check the audit log: failed. It is broken: mend it.'
    expect(await news()).toEqual([expect.objectContaining({ kind: 'job.failed', text })])
  })

  test('after a second attempt, that is told once', async () => {
    let tries = 0
    await run('check_audits', async () => {
      tries += 1
      if (tries === 1) throw new JobFailure('Not yet.', { retry: true })
      return { message: 'Now.' }
    })
    expect(await audits()).toEqual([
      expect.objectContaining({ details: { kind: 'check_audits', outcome: 'succeeded', attempt: 2 } }),
    ])
    expect(await news()).toHaveLength(1)
  })

  test('that the platform does for itself, nothing is said', async () => {
    const told = async () =>
      (await queue.owner.query('select id from audits union select id from notifications order by id')).rows
    const before = await told()
    const id = await queue.send({ kind: 'purge', organizationId: null })
    await start({ purge: succeed })
    await queue.untilState(id, 'succeeded')
    expect(await told()).toEqual(before)
  })
})

test('the parts of a whole are in the audit log each, and told of once', async () => {
  const { database, clock } = queue.context
  const permissions = new Set<never>()
  const member = { userId: person, organizationId, permissions, superadmin: false, acting: false }
  const { id } = await database.asMember({ organizationId, userId: person }, (tx) =>
    startJob({ tx, member, now: clock.now(), record: () => {} }, 'check_organization'),
  )
  await start({ check_storage: succeed, check_audits: fail })
  await queue.untilState(id, 'failed')
  const outcomes = (await audits()).map(({ details }) => `${details.kind} ${details.outcome}`)
  expect(outcomes.sort()).toEqual([
    'check_audits failed',
    'check_organization failed',
    'check_storage succeeded',
  ])
  const text = 'Check everything: failed. 1 of 2 succeeded, 1 failed.'
  expect(await news()).toEqual([{ user_id: person, kind: 'job.failed', text, link: jobLink(id) }])
})
