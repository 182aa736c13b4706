import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { newId } from '../id.ts'
import { addTestOrganization } from '../storage/test-support/test-organization.ts'
import { openTestContext, type TestContext } from '../test-context.ts'
import { createSharedFigures } from './shared-figures.ts'
import type { MetricSnapshot } from './snapshot.ts'

let test: TestContext
let owner: Client
let organizationId: string

beforeAll(async () => {
  test = await openTestContext()
  owner = new Client({ connectionString: test.databaseUrl })
  await owner.connect()
  organizationId = await addTestOrganization(test.context.database)
})

beforeEach(async () => {
  await owner.query('delete from jobs; delete from servers')
})

afterAll(async () => {
  await owner?.end()
  await test?.close()
})

/** Series as `{ 'ready janitor': 2 }`; undefined where the figure is absent. */
function seriesOf(figures: MetricSnapshot[], name: string): Record<string, number> {
  const { values = [] } = figures.find((each) => each.name === name) ?? {}
  return Object.fromEntries(
    values.map(({ labels, value }) => [Object.values(labels).sort().join(' '), value]),
  )
}

const read = () => createSharedFigures(test.context)()

interface JobRow {
  kind?: string
  state?: string
  labels?: string[]
  runAfter?: string
  isParent?: boolean
}

async function addJob({
  kind = 'janitor',
  state = 'queued',
  labels = [],
  runAfter = '0',
  isParent = false,
}: JobRow) {
  await owner.query(
    `insert into jobs (id, organization_id, kind, payload, state, labels, run_after, is_parent, max_attempts, incarnation, finished_at)
     values ($1, $2, $3, '{}', $4, $5, now() + $6::interval, $7, 1,
       case when $4 = 'running' then gen_random_uuid() end, case when $4 in ('succeeded', 'failed') then now() end)`,
    [newId(), organizationId, kind, state, labels, `${runAfter} seconds`, isParent],
  )
}

describe('the queue', () => {
  it('is counted by kind and by whether its jobs could run', async () => {
    await addJob({ runAfter: '-5' })
    await addJob({ runAfter: '-1' })
    await addJob({ runAfter: '60' })
    await addJob({ kind: 'purge', state: 'running' })
    await addJob({ kind: 'purge', state: 'succeeded' })
    await addJob({ kind: 'check_organization', isParent: true })

    expect(seriesOf(await read(), 'cresyl_queue_jobs')).toEqual({
      'janitor ready': 2,
      'delayed janitor': 1,
      'purge running': 1,
    })
  })

  it('says how long the first could have run, for each set of labels', async () => {
    await addJob({ runAfter: '-40' })
    await addJob({ runAfter: '-90', labels: ['big-memory', 'gpu'] })
    await addJob({ runAfter: '500', labels: ['tape'] })
    const ages = seriesOf(await read(), 'cresyl_queue_oldest_ready_seconds')

    expect(Object.keys(ages).sort()).toEqual(['', 'big-memory,gpu'])
    expect(ages['']).toBeGreaterThanOrEqual(40)
    expect(ages['']).toBeLessThan(60)
    expect(ages['big-memory,gpu']).toBeGreaterThanOrEqual(90)
  })

  it('has no age when nothing waits', async () => {
    expect(seriesOf(await read(), 'cresyl_queue_oldest_ready_seconds')).toEqual({ '': 0 })
  })
})

describe('the seal lag', () => {
  const lag = async () => seriesOf(await read(), 'cresyl_audit_seal_lag_seconds')['']
  const addAudit = (seconds: number) =>
    owner.query(
      `insert into audits (id, organization_id, occurred_at, event) values ($1, $2, now() - $3::interval, 'test')`,
      [newId(), organizationId, `${seconds} seconds`],
    )
  const seal = (n: number) =>
    owner.query(
      `insert into audit_seals (organization_id, n, upto_xid, rows, hash, signature, key_id, sealed_at)
       values ($1, $2, pg_snapshot_xmin(pg_current_snapshot()), 1, '', '', 'test', now())`,
      [organizationId, n],
    )

  it('is the age of the oldest row without a seal, and nothing once all have one', async () => {
    expect(await lag()).toBe(0)
    await addAudit(120)
    await addAudit(30)
    // Other tests' transactions on the same cluster may keep the row from being settled for a moment.
    await expect.poll(lag).toBeGreaterThanOrEqual(120)
    await seal(1)
    expect(await lag()).toBe(0)
    await addAudit(30)
    await expect.poll(lag).toBeGreaterThanOrEqual(30)
    expect(await lag()).toBeLessThan(60)
    await seal(2)
  })

  it('does not count what is not settled yet, nor go below zero with a clock that is ahead', async () => {
    await addAudit(-600)
    expect(await lag()).toBe(0)
    await seal(3)
  })
})

describe('open uploads', () => {
  it('are the files that are announced and have not ended, with the bytes they will have', async () => {
    const figures = async () => {
      const snapshot = await read()
      const names = ['cresyl_uploads_open', 'cresyl_uploads_open_bytes']
      return names.map((name) => seriesOf(snapshot, name)[''])
    }
    expect(await figures()).toEqual([0, 0])
    for (const [state, size] of Object.entries({
      created: 5_000_000_000,
      stored: 7,
      failed: 11,
      aborted: 13,
    })) {
      await owner.query(
        `insert into files (id, organization_id, name, search_key, media_type, size, path, state)
         values ($1, $2, 'f', 'f', 'svs', $4, 'files/' || $3, $3)`,
        [newId(), organizationId, state, size],
      )
    }
    expect(await figures()).toEqual([1, 5_000_000_000])
    await owner.query('delete from files')
  })
})

describe('storage', () => {
  it('is counted as stored and as reserved, in all and by organisation', async () => {
    const before = seriesOf(await read(), 'cresyl_storage_bytes')
    const other = await addTestOrganization(test.context.database)
    await owner.query(
      `insert into stored_objects (organization_id, path, size, stored_at)
       values ($1, 'a', 5000000000, now()), ($1, 'b', 7, now()), ($2, 'a', 11, now())`,
      [organizationId, other],
    )
    await owner.query(
      `insert into uploads (id, organization_id, path, size, part_size, state)
       values ($1, $3, 'c', 100, 10, 'open'), ($2, $3, 'd', 1000, 10, 'aborted')`,
      [newId(), newId(), organizationId],
    )
    const figures = await read()

    const after = seriesOf(figures, 'cresyl_storage_bytes')
    expect((after.stored ?? 0) - (before.stored ?? 0)).toBe(5_000_000_018)
    expect((after.reserved ?? 0) - (before.reserved ?? 0)).toBe(100)
    const organizations = seriesOf(figures, 'cresyl_storage_organization_bytes')
    expect(organizations[organizationId]).toBe(5_000_000_007)
    expect(organizations[other]).toBe(11)
  })

  it('tells what is free on the disk', async () => {
    const free = seriesOf(await read(), 'cresyl_disk_free_bytes')

    expect(Object.keys(free).sort()).toEqual(['data', 'storage'])
    expect(free.storage).toBeGreaterThan(0)
  })
})

describe('servers', () => {
  it('are counted by state', async () => {
    for (const state of ['active', 'active', 'gone']) {
      await owner.query(
        `insert into servers (id, name, roles, labels, version, started_at, last_seen_at, incarnation, state, cores, memory_bytes, slots)
         values ($1, 'm', '{worker}', '{}', '1', now(), now(), $1, $2, 1, 1, 1)`,
        [newId(), state],
      )
    }

    expect(seriesOf(await read(), 'cresyl_servers')).toEqual({ active: 2, draining: 0, gone: 1 })
  })
})

describe('the database', () => {
  it('that refuses one figure still gives the others', async () => {
    await owner.query('revoke select on stored_objects from cresyl_system')
    const figures = await read().finally(() => owner.query('grant select on stored_objects to cresyl_system'))

    expect(seriesOf(figures, 'cresyl_storage_bytes')).toEqual({})
    expect(seriesOf(figures, 'cresyl_servers')).toEqual({ active: 0, draining: 0, gone: 0 })
  })

  it('is asked once in five seconds, however many ask for figures', async () => {
    const readShared = createSharedFigures(test.context)
    await readShared()
    await addJob({})
    const asSystem = vi.spyOn(test.context.database, 'asSystem')
    const [first, second] = await Promise.all([readShared(), readShared()])

    expect(asSystem).not.toHaveBeenCalled()
    asSystem.mockRestore()
    expect(seriesOf(first, 'cresyl_queue_jobs')).toEqual({})
    expect(seriesOf(second, 'cresyl_queue_jobs')).toEqual({})
  })

  it('that does not answer is told as such, without figures and without waiting for it', async () => {
    const hanging: Database = {
      ...test.context.database,
      ping: () => sleep(60_000, undefined, { ref: false }),
    }
    const started = performance.now()
    const figures = await createSharedFigures({ ...test.context, database: hanging })()

    expect(performance.now() - started).toBeLessThan(8000)
    expect(seriesOf(figures, 'cresyl_database_up')).toEqual({ '': 0 })
    expect(seriesOf(figures, 'cresyl_queue_oldest_ready_seconds')).toEqual({})
  })

  it('that refuses is told as such', async () => {
    const refusing: Database = {
      ...test.context.database,
      ping: () => Promise.reject(new Error('connect ECONNREFUSED')),
    }
    const figures = await createSharedFigures({ ...test.context, database: refusing })()

    expect(seriesOf(figures, 'cresyl_database_up')).toEqual({ '': 0 })
    expect(seriesOf(figures, 'cresyl_servers')).toEqual({})
  })
})
