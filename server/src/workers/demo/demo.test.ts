import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { goOnMaking } from '../../domain/demo/give-demo.ts'
import { newId } from '../../platform/id.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { type DemoQueue, openDemoQueue } from '../test-support/demo-queue.ts'

vi.setConfig({ testTimeout: 120_000 })

let queue: DemoQueue
afterEach(() => queue.close())

async function* bytes() {
  yield Buffer.from('a slide of somebody')
}

/** A file with its slide and image, in storage, as ingest leaves them. */
async function addOwnSlide(organizationId: string, given: { project?: string; tissue?: string } = {}) {
  const [file, slide, image] = [newId(), newId(), newId()]
  const { project = null, tissue = null } = given
  const path = `files/${file}/original`
  await queue.context.storage.put({ organizationId, path }, bytes())
  await queue.rows(
    `with f as (
       insert into files (id, organization_id, name, search_key, media_type, size, path, state, reading_state)
       values ($1, $4, 'own.svs', 'own.svs', 'svs', 19, $7, 'stored', 'ready')
     ), s as (
       insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id, project_id, tissue_id)
       values ($2, $4, $1, 'own', 'own', $3, $3, $5, $6)
     )
     insert into images (id, organization_id, slide_id, file_id, kind) values ($3, $4, $2, $1, 'source')`,
    ...[file, slide, image, organizationId, project, tissue, path],
  )
  return { slide, path }
}

const idOf = async (table: string, column: string, name: string): Promise<string> =>
  (await queue.rows(`select id from ${table} where ${column} = $1`, name))[0]?.id
const names = async (table: string, column: string) =>
  (await queue.rows(`select ${column} as name from ${table} order by 1`)).map(({ name }) => name)
const objectsOnDisk = async () => {
  const { config } = queue.context
  const folder = config.storage.kind === 'disk' ? config.storage.folder : ''
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && /\/(files|images|exports)\//.test(entry.parentPath))
    .map(({ parentPath, name }) => join(parentPath, name))
}

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

test('slides come by the way of every upload, sent and edited by the demo users; all of it can go, and nothing else', async () => {
  queue = await openDemoQueue({ checks: true })
  expect(await queue.state()).toMatchObject({ state: 'none', total: 0 })
  await Promise.all([queue.give(), queue.give()])
  expect(await queue.state()).toMatchObject({ state: 'arriving', arrived: 0, total: 3 })
  await queue.work(2)
  await queue.settled()
  expect(await queue.state()).toEqual({
    state: 'ready',
    arrived: 3,
    total: 3,
    job_id: null,
    slides: 3,
    projects: 2,
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
    'file.created': 3,
    'file.upload_begun': 3,
    'file.stored': 3,
    'slide.created': 3,
    'slide.viewed': 1,
    'slide.updated': 2,
    'project.created': 2,
    'project.updated': 1,
    'demo.made': 1,
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
      name: 'liver',
      state: 'failed',
      by: 'manager@demo.cresyl',
      reason: 'Sharp enough',
      audited: 'Sharp enough',
    },
  ])

  // The next start changes nothing.
  const before = await queue.rows('select id from jobs')
  await queue.give()
  expect(await queue.rows('select id from jobs')).toEqual(before)

  // Removed, nothing of it is left; what people have made stays.
  const project = await idOf('projects', 'name', 'Breast')
  const tissue = await idOf('tissues', 'organ', 'Liver')
  const own = await addOwnSlide(queue.organizationId, { project, tissue })
  const elsewhere = await addOwnSlide(queue.organizations[0])
  await queue.rows(
    `insert into notifications (id, organization_id, user_id, kind, text, link)
     select gen_random_uuid(), organization_id, $1, 'job.finished', name, '/slide/' || id from slides`,
    queue.admin.userId,
  )
  const audited = await queue.rows('select from audits')
  expect(await queue.state()).toMatchObject({ state: 'ready', slides: 3, projects: 1 })

  expect(await queue.remove()).toMatchObject({ state: 'removing', slides: 3, projects: 1 })
  await expect(queue.remove()).rejects.toMatchObject({ code: 'already_running' })
  await queue.settled()
  expect(await queue.state()).toEqual({
    state: 'removed',
    arrived: 0,
    total: 0,
    job_id: null,
    slides: 0,
    projects: 0,
  })
  const [job] = await queue.rows(`select state, message from jobs where kind = 'remove_demo'`)
  expect(job).toEqual({
    state: 'succeeded',
    message: expect.stringMatching(
      /^3 slides and 1 project of the demonstration were removed\. The project “.*Breast.*” stays, because it contains work of your own\.$/,
    ),
  })

  expect((await queue.rows('select id from slides')).map(({ id }) => id).sort()).toEqual(
    [own.slide, elsewhere.slide].sort(),
  )
  expect(await names('projects', 'name')).toEqual(['Breast'])
  expect(await names('tissues', 'organ')).toEqual(['Liver'])
  expect(await names('stainers', 'stain_type')).toEqual([])
  expect(await names('notifications', 'text')).toEqual(['own', 'own'])
  const stored = await queue.rows('select path from stored_objects order by path')
  expect(stored.map(({ path }) => path)).toEqual([own.path, elsewhere.path].sort())
  expect(await objectsOnDisk()).toHaveLength(2)
  expect(await queue.rows('select from memberships')).toHaveLength(4)
  expect((await queue.rows('select from audits')).length).toBeGreaterThan(audited.length)
  expect(
    await queue.rows(`select from audits where event = 'slide.purged' and user_id = $1`, queue.admin.userId),
  ).toHaveLength(3)

  // Nobody is given it twice, nor can it be removed twice.
  await queue.give()
  expect(await queue.remove()).toMatchObject({ state: 'removed' })
  await queue.settled()
  expect(await queue.rows('select from slides')).toHaveLength(2)
})

test('leaves alone what people have changed or archived before the demo users came to it', async () => {
  queue = await openDemoQueue({ slides: 2 })
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
  const job = await queue.until(id ?? '', ({ stage }) => stage === 'Creating slide 2 of 3')
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

test('an organisation that has a file, or had one of which only the audit log still tells, is left alone', async () => {
  queue = await openDemoQueue()
  for (const statement of [
    `insert into files (id, organization_id, name, search_key, media_type, size, path)
     values (gen_random_uuid(), $1, 'a.svs', 'a.svs', 'svs', 5, 'files/x/original')`,
    `with gone as (delete from files)
     insert into audits (id, organization_id, xid, occurred_at, event, details)
     values (gen_random_uuid(), $1, pg_current_xact_id(), now(), 'file.created', '{}')`,
  ]) {
    await queue.rows(statement, queue.organizationId)
    await queue.give()
    expect(await queue.state()).toMatchObject({ state: 'none' })
    expect(await queue.rows('select from jobs')).toEqual([])
  }
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

describe('removing it', () => {
  test('stops first what still arrives', async () => {
    queue = await openDemoQueue()
    await queue.give()
    const { job_id: id } = await queue.state()
    await queue.work()
    await queue.until(id ?? '', ({ stage }) => stage === 'Creating slide 2 of 3')
    await queue.remove()
    await queue.settled()
    expect(await queue.state()).toMatchObject({ state: 'removed' })
    expect(await queue.read(id ?? '')).toMatchObject({ state: 'cancelled' })
    for (const table of ['slides', 'files', 'images', 'projects', 'tissues', 'stainers', 'stored_objects']) {
      expect([table, await queue.rows(`select from ${table}`)]).toEqual([table, []])
    }
    expect(await objectsOnDisk()).toEqual([])
  })

  test('before its job began leaves nothing to do for that', async () => {
    queue = await openDemoQueue()
    await queue.give()
    const { job_id: id } = await queue.state()
    await queue.remove()
    await queue.work()
    await queue.settled()
    expect(await queue.read(id ?? '')).toMatchObject({ state: 'cancelled' })
    expect(await queue.state()).toMatchObject({ state: 'removed' })
    expect(await queue.rows('select from files')).toEqual([])
  })

  test('is not lost where the making ends at the same time, nor where it goes on just before', async () => {
    queue = await openDemoQueue()
    await queue.give()
    const { database } = queue.context
    const making = async () => (await queue.rows(`select id from jobs where kind = 'make_demo'`)).length
    const goOn = (id: string | null) =>
      database.asSystem((tx) => goOnMaking(tx, { id: id ?? '' }, new Date()))
    const { job_id: first } = await queue.state()
    await goOn(first)
    const { job_id: second } = await queue.state()
    expect([second === first, await making()]).toEqual([false, 2])

    await queue.remove()
    await goOn(second)
    expect(await making()).toBe(2)
    expect(await queue.state()).toMatchObject({ state: 'removing' })
    await queue.work()
    await queue.settled()
    expect(await queue.state()).toMatchObject({ state: 'removed' })
  })

  test('does not wait for a job that ends and waits for the demo', async () => {
    queue = await openDemoQueue()
    await queue.give()
    const { job_id: id } = await queue.state()
    // As the end of a job does: its row first, the demo then.
    await queue.rows('begin')
    await queue.rows('update jobs set stage = null where id = $1', id)
    const removing = queue.remove()
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await queue.rows(waiting)).length, { timeout: 20_000 }).toBe(1)
    await queue.rows('select from demos for update nowait')
    await queue.rows('commit')
    expect(await removing).toMatchObject({ state: 'removing' })
    await queue.work()
    await queue.settled()
    expect(await queue.state()).toMatchObject({ state: 'removed' })
  })
})
