import { appendFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { createFolderLook, type FolderLook } from './import-folder.ts'
import { makeSlideFolder, type SlideFolder } from './test-support/slide-folder.ts'

let opened: TestContext
let owner: pg.Client
let folder: SlideFolder
let look: FolderLook

beforeAll(async () => {
  opened = await openTestContext()
  owner = new pg.Client({ connectionString: opened.databaseUrl })
  await owner.connect()
})

beforeEach(async () => {
  await owner.query('truncate organizations, audits, jobs cascade')
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${newId()}', 'lab', 'Lab', '{}')`,
  )
  folder = await makeSlideFolder()
  const place = { organization: 'lab', project: 'Archive', folder: folder.path }
  look = createFolderLook(opened.context, place, new AbortController().signal)
})

afterEach(() => folder.remove())

afterAll(async () => {
  await owner.end()
  await opened.close()
})

const sizes = async () => {
  const { rows } = await owner.query('select size::int from files order by name')
  return rows.map(({ size }) => size)
}
const count = async (table: string) => (await owner.query(`select from ${table}`)).rowCount

test('a file that arrives in pieces is registered once, when two looks in a row find it the same', async () => {
  await look.through()
  const path = await folder.put('a.svs', 2000)
  for (const next of [look.through, look.again, look.through, look.again]) {
    await next()
    expect(await sizes()).toEqual([])
    await appendFile(path, Buffer.alloc(100))
  }
  await look.again()
  expect(await sizes()).toEqual([])
  await look.again()
  expect(await sizes()).toEqual([2400])
  await look.again()
  await look.through()
  expect([await count('files'), await count('jobs')]).toEqual([1, 1])
})

test('one that is copied under another name first is registered under its own', async () => {
  const part = await folder.put('a.svs.part')
  await look.through()
  await look.through()
  await rename(part, join(folder.path, 'a.svs'))
  await look.through()
  await look.through()
  const { rows } = await owner.query('select name from files')
  expect(rows).toEqual([{ name: 'a.svs' }])
})

test('one that has changed is read again once it is complete; one that vanishes changes nothing', async () => {
  const path = await folder.put('a.svs', 2000)
  await look.through()
  await look.again()
  await owner.query(`update files set reading_state = 'ready'`)
  await appendFile(path, Buffer.alloc(100))
  await look.through()
  expect(await sizes()).toEqual([2000])
  await look.again()
  expect([await sizes(), await count('jobs')]).toEqual([[2100], 2])
  await rm(path)
  await look.through()
  await look.again()
  expect([await sizes(), await count('jobs')]).toEqual([[2100], 2])
})

test('no project is made for a folder with nothing in it', async () => {
  await folder.put('notes.txt')
  await look.through()
  await look.again()
  expect(await count('projects')).toBe(0)
})
