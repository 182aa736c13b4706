import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { requestCancel } from '../platform/queue/cancel.ts'
import { type DemoQueue, openDemoQueue } from './test-support/demo-queue.ts'

vi.setConfig({ testTimeout: 120_000 })

let queue: DemoQueue
afterEach(() => queue.close())

const slides = () =>
  queue.rows(`
    select s.name, p.name as project, t.organ, st.stain_type as stain, u.email as by, f.hash is not null as hashed,
      f.upload_id is not null as uploaded
    from slides s join files f on f.id = s.file_id join users u on u.id = s.created_by
    left join projects p on p.id = s.project_id left join tissues t on t.id = s.tissue_id
    left join stainers st on st.id = s.stainer_id order by s.name`)
const events = async () => {
  const counted = await queue.rows(`select event, count(*)::int as n from audits group by 1`)
  return Object.fromEntries(counted.map(({ event, n }) => [event, n]))
}

test('slides come by the way of every upload, sent and edited by the demo users', async () => {
  queue = await openDemoQueue({ checks: true })
  expect(await queue.state()).toMatchObject({ state: 'none', total: 0 })
  await Promise.all([queue.give(), queue.give()])
  expect(await queue.state()).toMatchObject({ state: 'arriving', arrived: 0, total: 3 })
  await queue.work(2)
  await queue.settled()
  expect(await queue.state()).toEqual({
    ...{ state: 'ready', arrived: 3, total: 3, job_id: null, slides: 3, projects: 2 },
  })
  const sent = { hashed: true, uploaded: true }
  expect(await slides()).toEqual([
    { ...sent, name: 'A 1', project: 'Breast', organ: null, stain: 'H&E', by: 'user@demo.cresyl' },
    {
      ...sent,
      name: 'a_dapi',
      project: 'Breast',
      organ: 'Breast',
      stain: 'DAPI',
      by: 'manager@demo.cresyl',
    },
    { ...sent, name: 'liver', project: 'Liver', organ: 'Liver', stain: 'H&E', by: 'admin@demo.cresyl' },
  ])
  expect(await queue.rows('select name from projects where archived_at is not null')).toEqual([
    { name: 'Liver' },
  ])
  expect(await events()).toMatchObject({
    ...{ 'file.created': 3, 'file.upload_begun': 3, 'file.stored': 3, 'slide.created': 3 },
    ...{
      'slide.viewed': 1,
      'slide.updated': 2,
      'project.created': 2,
      'project.updated': 1,
      'demo.made': 1,
    },
  })

  expect(
    await queue.rows(`
      select a.name, a.review, a.comments, author.email as by, round(a.area_px) as area
      from annotations a join users author on author.id = a.created_by`),
  ).toEqual([{ name: 'Glands', review: 'accepted', comments: 1, by: 'user@demo.cresyl', area: 5760 }])
  expect(
    await queue.rows(`
      select p.key, r.state, r.message from inference_jobs r join predictors p on p.id = r.predictor_id`),
  ).toEqual([expect.objectContaining({ key: 'tissue-map', state: 'succeeded' })])
  expect(
    await queue.rows(`
      select s.name, q.state, q.override_reason as reason, u.email as by, a.details->>'reason' as audited
      from qc_jobs q join slides s on s.id = q.slide_id join users u on u.id = q.overridden_by
      join audits a on a.event = 'qc_job.overridden' and a.subject_id = q.id`),
  ).toEqual([
    {
      ...{ name: 'liver', state: 'failed', by: 'manager@demo.cresyl' },
      ...{ reason: 'Sharp enough', audited: 'Sharp enough' },
    },
  ])

  // The next start changes nothing.
  const before = await queue.rows('select id from jobs')
  await queue.give()
  expect(await queue.rows('select id from jobs')).toEqual(before)
})

test('leaves alone what people have changed or archived before the demo users came to it', async () => {
  queue = await openDemoQueue()
  // As soon as they are there.
  await queue.rows(`
    create function be_quicker() returns trigger language plpgsql security definer as $$ begin
      if new.name = 'a_he' then new.name := 'Mine'; new.version := 2; end if;
      update projects set archived_at = now() where name = 'Liver' and new.name = 'a_dapi';
      return new;
    end $$`)
  await queue.rows(
    'create trigger be_quicker before insert on slides for each row execute function be_quicker()',
  )
  await queue.give()
  await queue.work()
  await queue.settled()
  const [made] = await queue.rows(
    `select state, message from jobs where kind = 'make_demo' order by created_at desc`,
  )
  expect(made?.state, made?.message).toBe('succeeded')
  const found = await slides()
  expect(found.map(({ name, project }) => [name, project])).toContainEqual(['Mine', 'Breast'])
  expect(found.map(({ name, project }) => [name, project])).toContainEqual(['a_dapi', 'Liver'])
})

test('says which slide it makes, and one that is cancelled leaves what has come', async () => {
  queue = await openDemoQueue()
  await queue.give()
  const { job_id: id } = await queue.state()
  await queue.work()
  const job = await queue.until(id ?? '', ({ stage }) => stage === 'Making slide 2 of 3')
  expect(job.progress).toBeGreaterThan(0.3)
  await queue.context.database.asSystem((tx) => requestCancel(tx, job.id, null))
  await queue.settled()
  expect(await queue.read(job.id)).toMatchObject({ state: 'cancelled' })
  const { state, arrived, total } = await queue.state()
  expect([state, arrived]).toEqual(['ready', total])
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(3)
  expect(await readdir(join(queue.context.config.slides.cacheDir, 'work'))).toEqual([])
})

test.each([
  [
    'has a file',
    `insert into files (id, organization_id, name, search_key, media_type, size, path)
    values (gen_random_uuid(), $1, 'a.svs', 'a.svs', 'svs', 5, 'files/x/original')`,
  ],
  [
    'had one, of which only the audit log still tells',
    `insert into audits (id, organization_id, xid, occurred_at, event, details)
    values (gen_random_uuid(), $1, pg_current_xact_id(), now(), 'file.created', '{}')`,
  ],
])('an organisation that %s is left alone', async (_, statement) => {
  queue = await openDemoQueue()
  await queue.rows(statement, queue.organizationId)
  await queue.give()
  expect(await queue.state()).toMatchObject({ state: 'none' })
  expect(await queue.rows('select from jobs')).toEqual([])
})

test('where no slides are wanted none come', async () => {
  queue = await openDemoQueue({ slides: 0 })
  await queue.give()
  expect(await queue.state()).toMatchObject({ state: 'none' })
})

test('a full quota fails it with a reason, and what people have of the same name stays theirs', async () => {
  queue = await openDemoQueue()
  const { organizationId } = queue
  await queue.rows(
    `insert into projects (id, organization_id, name, name_key, search_key) values (gen_random_uuid(), $1, 'Liver', 'liver', 'liver')`,
    organizationId,
  )
  await queue.rows('update organizations set quota_bytes = 10 where id = $1', organizationId)
  await queue.give()
  await queue.work()
  await queue.settled()
  expect(await queue.state()).toMatchObject({ state: 'failed', arrived: 0, total: 3, projects: 1 })
  const [job] = await queue.rows(`select message, attempt from jobs where kind = 'make_demo'`)
  expect(job).toEqual({ message: expect.stringMatching(/used up/), attempt: 1 })
})
