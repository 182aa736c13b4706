import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { compareImports, type ImportPlace, importFiles } from './import-files.ts'
import { findImportOrganization, findImportProject, makeImportProject } from './import-target.ts'
import type { FoundFile } from './importable-files.ts'

let opened: TestContext
let owner: pg.Client
const organizationId = newId()
let place: ImportPlace

beforeAll(async () => {
  opened = await openTestContext()
  owner = new pg.Client({ connectionString: opened.databaseUrl })
  await owner.connect()
})

beforeEach(async () => {
  await owner.query('truncate organizations, audits, jobs cascade')
  await addOrganization(organizationId, 'home')
  place = { organizationId, projectId: await makeImportProject(opened.context, organizationId, 'Archive') }
})

afterAll(async () => {
  await owner.end()
  await opened.close()
})

const addOrganization = (id: string, name: string) =>
  owner.query(
    `insert into organizations (id, name, display_name, branding) values ('${id}', '${name}', '${name}', '{}')`,
  )

const modifiedAt = new Date('2026-03-04T05:06:07.089Z')

function found(name: string, given: Partial<FoundFile> = {}): FoundFile {
  return { path: `/mnt/scanner/${name}`, name, mediaType: 'svs', size: 5000, modifiedAt, ...given }
}

async function importAll(files: FoundFile[], revive = false) {
  const { context } = opened
  const done = await importFiles(
    context,
    place,
    await compareImports(context, organizationId, files, { revive }),
  )
  return { added: done.added.map(({ name }) => name), changed: done.changed.map(({ name }) => name) }
}

const nothing = { added: [], changed: [] }
const rowsOf = async (query: string) => (await owner.query(query)).rows

describe('importing', () => {
  test('registers each file once with a job that reads it and a row of the audit log', async () => {
    expect(await importAll([found('a b.svs'), found('c.svs')])).toEqual({
      added: ['a b.svs', 'c.svs'],
      changed: [],
    })
    expect(await importAll([found('a b.svs'), found('c.svs')])).toEqual(nothing)
    const rows = await rowsOf(
      `select f.name, f.path, f.media_type, f.size::int, f.origin, f.state, f.reading_state, f.modified_at,
         f.project_id, j.kind, j.payload->>'file_id' = f.id::text as reads, a.event, a.details
       from files f join jobs j on j.id = f.job_id join audits a on a.subject_id = f.id order by f.name`,
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({
      name: 'a b.svs',
      path: '/mnt/scanner/a b.svs',
      media_type: 'svs',
      size: 5000,
      origin: 'import',
      state: 'stored',
      reading_state: 'pending',
      modified_at: modifiedAt,
      project_id: place.projectId,
      kind: 'ingest',
      reads: true,
      event: 'file.imported',
      details: { name: 'a b.svs', path: '/mnt/scanner/a b.svs', size: 5000, project_id: place.projectId },
    })
  })

  test('by many at the same moment registers each file once', async () => {
    // More than are registered at once.
    const files = Array.from({ length: 50 }, (_, n) => found(`${n}.svs`))
    const done = await Promise.all([importAll(files), importAll(files), importAll([...files].reverse())])
    expect(done.flatMap(({ added }) => added)).toHaveLength(50)
    expect(await rowsOf(`select count(*)::int as count from jobs`)).toEqual([{ count: 50 }])
  })

  test('compares thousands of known files in one query, and finds the few that are not', async () => {
    await owner.query(
      `insert into files (id, organization_id, name, search_key, media_type, size, path, origin, state, modified_at,
         reading_state)
       select gen_random_uuid(), $1, n || '.svs', n || '.svs', 'svs', 5000, '/mnt/scanner/' || n || '.svs', 'import',
         'stored', $2, 'ready'
       from generate_series(0, 2999) n`,
      [organizationId, modifiedAt],
    )
    const files = Array.from({ length: 2_999 }, (_, n) => found(`${n}.svs`))
    files[77] = found('77.svs', { size: 5001 })
    let transactions = 0
    const { database } = opened.context
    const counting = {
      ...opened.context,
      database: {
        ...database,
        asMember: ((scope, work) => {
          transactions += 1
          return database.asMember(scope, work)
        }) as typeof database.asMember,
      },
    }
    const difference = await compareImports(counting, organizationId, [...files, found('new.svs')])
    expect(difference.added.map(({ name }) => name)).toEqual(['new.svs'])
    expect(difference.changed.map(({ name }) => name)).toEqual(['77.svs'])
    expect(transactions).toBe(1)
  })

  test('is of one organisation: another may have the same file', async () => {
    const other = newId()
    await addOrganization(other, 'other')
    await importAll([found('a.svs')])
    const { added } = await compareImports(opened.context, other, [found('a.svs')])
    expect(added).toHaveLength(1)
  })
})

describe('a file that has changed', () => {
  test('is read again, and nothing that was made of its former content is used', async () => {
    await importAll([found('a.svs'), found('b.svs')])
    await owner.query(
      `update files set reading_state = 'ready', hash = 'x', header_path = 'h', copy_path = 'c', copy_size = 1`,
    )
    await owner.query(
      `insert into images (id, organization_id, file_id, kind, part, state, width, height, pixel_type, bit_depth, samples)
       select gen_random_uuid(), organization_id, id, 'source', 'image 0', 'ready', 1, 1, 'u8', 8, 3 from files`,
    )
    const later = new Date(modifiedAt.getTime() + 1)
    const changed = found('a.svs', { modifiedAt: later, size: 6000 })
    expect(await importAll([changed, found('b.svs')])).toEqual({ added: [], changed: ['a.svs'] })
    expect(await importAll([changed, found('b.svs')])).toEqual(nothing)
    const [row] = await rowsOf(
      `select size::int, modified_at, hash, header_path, copy_path, copy_size, reading_state
       from files where name = 'a.svs'`,
    )
    expect(row).toEqual({
      size: 6000,
      modified_at: later,
      hash: null,
      header_path: null,
      copy_path: null,
      copy_size: null,
      reading_state: 'pending',
    })
    // What was a thumbnail in it may be a label by now.
    expect(
      await rowsOf('select i.state from images i join files f on f.id = i.file_id order by f.name'),
    ).toEqual([{ state: 'pending' }, { state: 'ready' }])
    expect(await rowsOf('select count(*)::int as count from jobs')).toEqual([{ count: 3 }])
    expect(await rowsOf(`select details from audits where event = 'file.reread'`)).toEqual([
      { details: { path: '/mnt/scanner/a.svs', size: [5000, 6000] } },
    ])
  })

  test('while it waits to be read, is read once', async () => {
    await importAll([found('a.svs')])
    expect(await importAll([found('a.svs', { size: 6000 })])).toMatchObject({ changed: ['a.svs'] })
    expect(await rowsOf('select count(*)::int as count from jobs')).toEqual([{ count: 1 }])
  })
})

describe('the place', () => {
  test('is a project that is made once, whatever the case of its name', async () => {
    const { context } = opened
    expect(await makeImportProject(context, organizationId, '  aRCHIVE ')).toBe(place.projectId)
    expect(await findImportProject(context, organizationId, 'Unknown')).toBeNull()
    const made = await Promise.all(
      ['New', 'new', 'NEW'].map((name) => makeImportProject(context, organizationId, name)),
    )
    expect(new Set(made).size).toBe(1)
    expect(await rowsOf(`select count(*)::int as count from audits where event = 'project.created'`)).toEqual(
      [{ count: 2 }],
    )
  })

  test('is no project that is archived or deleted, or can have no such name', async () => {
    const make = (name = 'Archive') => makeImportProject(opened.context, organizationId, name)
    await owner.query('update projects set archived_at = now()')
    await expect(make()).rejects.toThrow(/“.*Archive.*” is archived.*Unarchive it/)
    await owner.query('update projects set archived_at = null, deleted_at = now()')
    await expect(make()).rejects.toThrow(/was deleted\. Restore it first/)
    await expect(make(' ')).rejects.toThrow(/can't be the name of a project/)
    await owner.query(
      `insert into projects (id, organization_id, name, name_key, search_key)
       values ('${newId()}', '${organizationId}', 'Archive', 'archive', 'archive')`,
    )
    expect(await make()).not.toBe(place.projectId)
  })

  test('is the only organisation, or the one that is named', async () => {
    const { context } = opened
    expect(await findImportOrganization(context)).toBe(organizationId)
    await addOrganization(newId(), 'other')
    await expect(findImportOrganization(context)).rejects.toThrow(/more than one.*home, other/)
    expect(await findImportOrganization(context, 'home')).toBe(organizationId)
    await expect(findImportOrganization(context, 'lab')).rejects.toThrow(/no organisation called/)
    await owner.query(`update organizations set disabled_at = now() where name = 'home'`)
    await expect(findImportOrganization(context, 'home')).rejects.toThrow(/is disabled/)
  })
})
