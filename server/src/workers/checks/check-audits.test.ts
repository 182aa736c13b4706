import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copySeals } from '../../domain/audit/copy-seals.ts'
import { recordAudit } from '../../domain/audit/record.ts'
import { sealAudits } from '../../domain/audit/seal-audits.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import { handlers, onSettled } from '../index.ts'

let queue: TestQueue

beforeEach(async () => {
  queue = await openTestQueue()
  for (const organizationId of queue.organizations) {
    await queue.context.database.asMember({ organizationId }, async (tx) => {
      const record = { organizationId, event: 'project.created', occurredAt: new Date() } as const
      for (let row = 0; row < 3; row += 1) await recordAudit(tx, record)
    })
  }
  const seals = async () => {
    await sealAudits(queue.context)
    return (await queue.owner.query('select from audit_seals')).rowCount
  }
  await expect.poll(seals, { timeout: 20_000 }).toBe(2)
  await copySeals(queue.context)
})

afterEach(() => queue.close())

async function check() {
  const id = await queue.send({ kind: 'check_audits', maxAttempts: 1 })
  await queue.start({ handlers, definitions: jobDefinitions, onSettled })
  const job = await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  return { job, lines: await queue.lines(id) }
}

test('a whole log is said to be so', async () => {
  const { job, lines } = await check()
  expect(job).toMatchObject({ state: 'succeeded', message: 'The audit log is intact: 3 rows under 1 seal.' })
  expect(lines).toEqual(['Read 3 rows under 1 seal; storage has copies of 1 seal.'])
})

test('each fault is named, those of other organisations are not', async () => {
  const [own, other] = queue.organizations
  await queue.owner.query(`update audits set event = 'project.deleted' where organization_id = '${other}'`)
  expect((await check()).job.state).toBe('succeeded')
  await queue.owner.query(`update audits set event = 'project.deleted' where organization_id = '${own}'`)
  const { job, lines } = await check()
  expect(lines.slice(0, 2)).toEqual([
    'Read 4 rows under 1 seal; storage has copies of 1 seal.',
    '1 row of them too new to be sealed yet.',
  ])
  expect(lines[2]).toMatch(/^A row was changed among the 3 rows of seal 1/)
  expect(job).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/^The audit log is not intact: 1 fault was found/),
  })
  const { rows } = await queue.owner.query(
    'select organization_id, rows::int, fault_count, faults from audit_verifications order by finished_at desc limit 1',
  )
  expect(rows).toEqual([{ organization_id: own, rows: 4, fault_count: 1, faults: [lines[2]] }])
})

test('copies that are gone from storage are a fault', async () => {
  await rm(join(queue.folder, 'storage', 'objects'), { recursive: true })
  expect((await check()).lines[1]).toMatch(/^The copy of seal 1 is missing in storage/)
})
