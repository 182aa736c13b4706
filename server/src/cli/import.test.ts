import { appendFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeSlideFolder, type SlideFolder } from '../domain/files/test-support/slide-folder.ts'
import { newId } from '../platform/id.ts'
import { createMigratedDatabase } from '../platform/postgres/test-database.ts'
import { makeProductPlace, type ProductPlace } from '../test-product.ts'
import { createImport } from './import.ts'
import { runHere } from './test-terminal.ts'

let place: ProductPlace
let folder: SlideFolder
let owner: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await createMigratedDatabase()
  drop = database.drop
  place = await makeProductPlace({ DATABASE_URL: database.url, CRESYL_DEMO: 'false' })
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${newId()}', 'lab', 'Lab', '{}')`,
  )
  folder = await makeSlideFolder()
  await folder.put('S24.1 A.svs')
  await folder.put('deep/b.ome.tiff')
  await folder.put('notes.txt')
})

afterAll(async () => {
  await folder.remove()
  await owner.end()
  await place.remove()
  await drop()
})

/** What happens between the two looks at a file. */
let meanwhile = async () => {}
const commands = [createImport(() => meanwhile())]
const run = (...words: string[]) => runHere(place.environment, ['import', ...words], { commands })
const count = async (table: string) => (await owner.query(`select from ${table}`)).rowCount

describe('import', () => {
  test('says what it would do, does it once, and leaves the folder as it was', async () => {
    const before = await folder.snapshot()
    const dry = await run('--project', 'Archive', '--dry-run', folder.path)
    expect(dry.stdout).toContain('2 would be registered, 0 would be read again, 0 known already, 1 left out')
    expect([dry.code, await count('files'), await count('projects')]).toEqual([0, 0, 0])

    const done = await run('--project', 'Archive', '--organization', 'lab', folder.path)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout.split('\n')).toEqual([
      expect.stringMatching(/^left out: .*notes\.txt has none of the extensions tiff,/),
      `registered: ${join(folder.path, 'S24.1 A.svs')}`,
      `registered: ${join(folder.path, 'deep', 'b.ome.tiff')}`,
      '2 registered, 0 read again, 0 known already, 1 left out',
      '',
    ])
    expect([await count('files'), await count('projects'), await count('jobs')]).toEqual([2, 1, 2])

    const again = await run('--project', 'Archive', folder.path)
    expect(again.stdout).toContain('0 registered, 0 read again, 2 known already, 1 left out')
    expect(await folder.snapshot()).toEqual(before)
  })

  test('brings back what was purged, and has status 1 when a slide was left out', async () => {
    await owner.query(`update files set reading_state = 'none' where name = 'S24.1 A.svs'`)
    await symlink('/', join(folder.path, 'out.svs'))
    const { code, stdout } = await run('--project', 'Archive', '--no-recursive', folder.path)
    expect(stdout).toMatch(
      /read again: .*S24\.1 A\.svs\n0 registered, 1 read again, 0 known already, 2 left out/,
    )
    expect(stdout).toContain('out.svs is a link that leads out of the folder')
    expect(code).toBe(1)
  })

  test('leaves out what is still being written', async () => {
    const growing = await folder.put('growing.svs')
    meanwhile = () => appendFile(growing, 'more')
    onTestFinished(async () => {
      meanwhile = async () => {}
      await rm(growing)
    })
    const { code, stdout } = await run('--project', 'Archive', folder.path)
    expect(stdout).toMatch(/left out: .*growing\.svs .*\n0 registered/)
    expect([code, await count('files')]).toEqual([1, 2])
  })

  test.each([
    [['--project', 'P'], 2, 'FOLDER is missing'],
    [['/tmp'], 2, '--project is missing'],
    [['--project', 'P', '/nowhere/at/all'], 1, '/nowhere/at/all does not exist'],
    [['--project', 'P', '--organization', 'nobody', '/tmp'], 1, 'There is no organisation called'],
  ] as const)('%s: says what is wrong', async (words, code, sentence) => {
    expect(await run(...words)).toMatchObject({ code, stderr: expect.stringContaining(sentence) })
  })
})
