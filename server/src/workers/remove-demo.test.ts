import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { goOnMaking } from '../domain/demo/give-demo.ts'
import { newId } from '../platform/id.ts'
import { type DemoQueue, openDemoQueue } from './test-support/demo-queue.ts'

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

test('all of the demo goes, from storage too, and nothing else', async () => {
  queue = await openDemoQueue()
  const { organizationId, organizations } = queue
  await queue.give()
  await queue.work()
  await queue.settled()
  const project = await idOf('projects', 'name', 'Breast')
  const tissue = await idOf('tissues', 'organ', 'Liver')
  const own = await addOwnSlide(organizationId, { project, tissue })
  const elsewhere = await addOwnSlide(organizations[0])
  await queue.rows(
    `insert into notifications (id, organization_id, user_id, kind, text, link)
     select gen_random_uuid(), organization_id, $1, 'job.finished', name, '/slide/' || id from slides`,
    queue.admin.userId,
  )
  const before = await queue.rows('select from audits')
  expect(await queue.state()).toMatchObject({ state: 'ready', slides: 3, projects: 1 })

  expect(await queue.remove()).toMatchObject({ state: 'removing', slides: 3, projects: 1 })
  await expect(queue.remove()).rejects.toMatchObject({ code: 'already_running' })
  await queue.settled()
  expect(await queue.state()).toEqual({
    ...{ state: 'removed', arrived: 0, total: 0, job_id: null, slides: 0, projects: 0 },
  })
  const [job] = await queue.rows(`select state, message from jobs where kind = 'remove_demo'`)
  expect(job).toEqual({
    state: 'succeeded',
    message: expect.stringMatching(
      /^3 slides and 1 project of the demonstration are gone\. The project “.*Breast.*” stays: something of it is your own\.$/,
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
  expect((await queue.rows('select from audits')).length).toBeGreaterThan(before.length)
  expect(
    await queue.rows(`select from audits where event = 'slide.purged' and user_id = $1`, queue.admin.userId),
  ).toHaveLength(3)

  // Nobody is given it twice, nor can it be removed twice.
  await queue.give()
  expect(await queue.remove()).toMatchObject({ state: 'removed' })
  await queue.settled()
  expect(await queue.rows('select from slides')).toHaveLength(2)
})

test('what still arrives is stopped first', async () => {
  queue = await openDemoQueue()
  await queue.give()
  const { job_id: id } = await queue.state()
  await queue.work()
  await queue.until(id ?? '', ({ stage }) => stage === 'Making slide 2 of 3')
  await queue.remove()
  await queue.settled()
  expect(await queue.state()).toMatchObject({ state: 'removed' })
  expect(await queue.read(id ?? '')).toMatchObject({ state: 'cancelled' })
  for (const table of ['slides', 'files', 'images', 'projects', 'tissues', 'stainers', 'stored_objects']) {
    expect([table, await queue.rows(`select from ${table}`)]).toEqual([table, []])
  }
  expect(await objectsOnDisk()).toEqual([])
})

test('one that was removed before its job began leaves nothing to do for that', async () => {
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
  const goOn = (id: string | null) => database.asSystem((tx) => goOnMaking(tx, { id: id ?? '' }, new Date()))
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
