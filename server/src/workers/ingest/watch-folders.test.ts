import { appendFile, chmod, copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { makeSlide } from '@cresyl/slides'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeSlideFolder, type SlideFolder } from '../../domain/files/test-support/slide-folder.ts'
import { purgeSlides } from '../../domain/slides/purge-slides.ts'
import { parseConfig } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import type { Repetition } from '../../platform/repeat.ts'
import { handlers, onSettled } from '../index.ts'
import { watchImportFolders } from './watch-folders.ts'

/** Every look is at the whole folder. */
const timings = { scan: 0, settle: 10 }
let queue: TestQueue
let slides: SlideFolder
let watching: Repetition[]
/** Looks that have begun: each asks once which organisation the folder is of. */
let looks: number

beforeAll(async () => {
  queue = await openTestQueue()
  await queue.owner.query(`update organizations set name = 'lab' where id = '${queue.organizations[0]}'`)
})

beforeEach(async () => {
  slides = await makeSlideFolder()
  watching = []
  looks = 0
  queue.log.length = 0
})

afterEach(async () => {
  for (const each of watching) await each.stop()
  await queue.clear()
  await queue.owner.query('delete from images; delete from slides; delete from files; delete from projects')
  await chmod(slides.path, 0o755).catch(() => {})
  await slides.remove()
})

afterAll(() => queue.close())

/** Reads the setting as the worker does. */
function watch(setting = `lab/Archive=${slides.path}`, given = timings): void {
  const environment = { CRESYL_DATA_DIR: queue.folder, CRESYL_IMPORT_DIRS: setting }
  const { slides: own } = parseConfig(environment, queue.folder)
  const { database, config } = queue.context
  const context: Context = {
    ...queue.context,
    config: { ...config, slides: own },
    database: {
      ...database,
      asSystem: (work) => {
        looks += 1
        return database.asSystem(work)
      },
    },
  }
  watching.push(...watchImportFolders(context, given))
}

async function rows<Row>(query: string): Promise<Row[]> {
  return (await queue.owner.query(query)).rows
}

const registered = () =>
  rows<{ name: string; size: number; state: string; version: number }>(
    `select name, size::int, reading_state as state, version from files order by name`,
  )

async function until<T>(look: () => Promise<T> | T, wanted: (found: T) => boolean): Promise<T> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const found = await look()
    if (wanted(found)) return found
    if (performance.now() > deadline) throw new Error(`It did not become so: ${JSON.stringify(found)}`)
    await sleep(10)
  }
}

/** Until what is there now was looked at several times. */
async function severalLooks(): Promise<void> {
  const before = looks
  await until(
    () => looks,
    (now) => now > before + 8,
  )
}
const warnings = () => queue.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)

test('a file that arrives is registered once and read', async () => {
  const source = join(queue.folder, 'made.tif')
  await makeSlide(source, { stain: 'he', width: 512, height: 384, seed: 1 })
  watch()
  await copyFile(source, join(slides.path, 'S24 1.tif'))
  await until(registered, ([found]) => found?.name === 'S24 1.tif')
  await severalLooks()
  expect(await registered()).toHaveLength(1)
  await queue.start({ handlers, definitions: jobDefinitions, onSettled })
  await until(registered, ([found]) => found?.state === 'ready')
  expect(await rows(`select p.name from projects p join files f on f.project_id = p.id`)).toEqual([
    { name: 'Archive' },
  ])
})

test('one that changes is read again, one that vanishes stays known, and nothing in the folder is touched', async () => {
  await slides.put('a.svs')
  await slides.put('deep/b.svs')
  await slides.put('notes.txt')
  await chmod(slides.path, 0o555)
  const before = await slides.snapshot()
  watch()
  await until(registered, ({ length }) => length === 2)
  await severalLooks()
  expect(await slides.snapshot()).toEqual(before)
  expect(await rows('select count(*)::int as count from jobs')).toEqual([{ count: 2 }])

  await chmod(slides.path, 0o755)
  await queue.owner.query(`update files set reading_state = 'ready'`)
  await slides.put('a.svs', 3000)
  await until(registered, ([a]) => a?.size === 3000)
  await rm(join(slides.path, 'deep'), { recursive: true })
  await severalLooks()
  expect(await registered()).toMatchObject([
    { name: 'a.svs', size: 3000, state: 'pending' },
    { name: 'b.svs', size: 2000, state: 'ready' },
  ])
  expect(await rows('select count(*)::int as count from jobs')).toEqual([{ count: 3 }])
  expect(warnings()).toEqual([])
})

test('a folder that is missing, an unknown organisation and an archived project are told once each, and are tried again', async () => {
  const moved = `${slides.path}-away`
  await slides.put('a.svs')
  await rename(slides.path, moved)
  watch(`lab/Archive=${slides.path}; nobody/Archive=${moved}`)
  await until(warnings, ({ length }) => length === 2)
  await severalLooks()
  expect(
    warnings()
      .map(({ msg }) => msg)
      .sort(),
  ).toEqual([
    expect.stringMatching(/does not exist\. Is it mounted\?.*CRESYL_IMPORT_DIRS.*tried again/),
    expect.stringMatching(/There is no organisation called.*nobody.*CRESYL_IMPORT_DIRS/),
  ])
  await rename(moved, slides.path)
  await until(registered, ({ length }) => length === 1)

  await queue.owner.query('update projects set archived_at = now()')
  await slides.put('b.svs')
  await until(warnings, (said) => said.some(({ msg }) => /is archived/.test(msg)))
  await queue.owner.query('update projects set archived_at = null')
  await until(registered, ({ length }) => length === 2)
})

test('two workers that watch one folder register each file once', async () => {
  for (let n = 0; n < 30; n += 1) await slides.put(`${n}.svs`)
  watch()
  watch()
  await until(registered, ({ length }) => length === 30)
  await severalLooks()
  expect(await rows('select count(*)::int as count from jobs')).toEqual([{ count: 30 }])
})

test('a slide that was purged comes back only when another file takes its place', async () => {
  const path = await slides.put('a.svs')
  const before = await slides.snapshot()
  watch()
  await until(registered, ({ length }) => length === 1)
  const { rows: known } = await queue.owner.query('select id, organization_id from files')
  await addDeletedSlide(known[0].organization_id, known[0].id)
  expect(await purgeSlides(queue.context)).toBe(1)
  await severalLooks()
  expect(await registered()).toMatchObject([{ name: 'a.svs', state: 'none' }])
  expect(await slides.snapshot()).toEqual(before)
  await appendFile(path, 'more')
  await until(registered, ([a]) => a?.state === 'pending')
})

test('stops at once, whatever it waits for', async () => {
  await slides.put('a.svs')
  watch(undefined, { scan: 1_000_000, settle: 1_000_000 })
  await Promise.all(watching.splice(0).map((each) => each.stop()))
  expect(await registered()).toEqual([])
})

async function addDeletedSlide(organizationId: string, fileId: string): Promise<void> {
  await queue.owner.query(
    `begin;
     insert into organization_settings (id, organization_id) values (gen_random_uuid(), '${organizationId}');
     insert into slides (id, organization_id, file_id, name, search_key, image_id, source_image_id, deleted_at)
       select gen_random_uuid(), '${organizationId}', '${fileId}', 'a', 'a', i, i, now() - interval '1 year'
       from gen_random_uuid() i;
     insert into images (id, organization_id, slide_id, file_id, kind, deleted_at)
       select image_id, organization_id, id, file_id, 'source', deleted_at from slides;
     commit`,
  )
}
