import type { Tissue } from '@cresyl/contract/lab/tissues'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mergeTerm } from '../../domain/vocabulary/change-terms.ts'
import { tissues } from '../../domain/vocabulary/tissues.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { editSlide, makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'
import { makeTissue } from '../test-support/tissues-examples.ts'

let api: TestApi
let owner: pg.Client

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

const post = (url: string, body: unknown, member: TestMember = api.home.admin) =>
  request(api, member, { method: 'POST', url, body })

const create = (organ: string, species = 'Human') => post('/api/tissues/', { organ, species })
const merge = (id: string, intoId: string) => post(`/api/tissues/${id}/merge/`, { into_id: intoId })
const update = (id: string, body: unknown) =>
  request(api, api.home.admin, { method: 'PATCH', url: `/api/tissues/${id}/`, body })

async function list(query: string, member: TestMember = api.home.guest): Promise<Tissue[]> {
  const reply = await request(api, member, { url: `/api/tissues/?limit=-1${query}` })
  expect(reply.status, reply.text).toBe(200)
  return reply.json.results
}

const find = async (search: string) =>
  (await list(`&search=${encodeURIComponent(search)}`)).map(({ organ, species }) => `${organ}/${species}`)

describe('the list of tissues', () => {
  test('is searched in organ and species however they are written', async () => {
    await makeTissue(api, api.home.admin, { organ: 'Œsophagus ÄB', species: 'Human' })
    await makeTissue(api, api.home.admin, { organ: 'Œsophagus ÄB', species: 'Mouse' })
    expect(await find('œSOPHAGUS äb')).toEqual(['Œsophagus ÄB/Human', 'Œsophagus ÄB/Mouse'])
    expect(await find('mouse œso')).toEqual(['Œsophagus ÄB/Mouse'])
    expect(await find('%')).toEqual([])
  })

  test('is sorted by whole words, not by what follows them', async () => {
    for (const organ of ['Sort bone marrow', 'sort bone', 'Sort skin']) await create(organ, 'Zebra')
    await create('Sort skin', 'Ant')
    const sorted = async (ordering: string) =>
      (await list(`&search=sort&ordering=${ordering}`)).map(({ organ, species }) => `${organ}/${species}`)
    expect(await sorted('organ')).toEqual([
      'sort bone/Zebra',
      'Sort bone marrow/Zebra',
      'Sort skin/Ant',
      'Sort skin/Zebra',
    ])
    expect((await sorted('species'))[0]).toBe('Sort skin/Ant')
    expect((await sorted('-species'))[0]).toBe('Sort skin/Zebra')
    expect((await sorted('-created_at'))[0]).toBe('Sort skin/Ant')
  })

  test("is the organisation's own", async () => {
    await create('Only at home')
    expect(await list('&search=only', api.away.admin)).toEqual([])
    expect(
      (await post('/api/tissues/', { organ: 'Only at home', species: 'Human' }, api.away.admin)).status,
    ).toBe(201)
  })

  test('is complete with limit -1 and paged otherwise', async () => {
    await owner.query(
      `insert into tissues (id, organization_id, organ, species, name_key)
       select gen_random_uuid(), $1, 'Bulk ' || n, 'Many', 'bulk ' || n || chr(9) || 'many'
       from generate_series(1, 10050) n`,
      [api.away.admin.organizationId],
    )
    const all = await request(api, api.away.admin, { url: '/api/tissues/?limit=-1&search=bulk' })
    expect([all.json.count, all.json.results.length, all.json.next]).toEqual([10050, 10050, null])
    const page = await request(api, api.away.admin, { url: '/api/tissues/?search=bulk' })
    expect(page.json.results).toHaveLength(50)
    expect(page.json.next).toContain('offset=50')
  })

  test('returns what looks like markup as the text it is', async () => {
    const { json } = await create('<script>alert(1)</script>', '{{7*7}}')
    expect(json).toMatchObject({ organ: '<script>alert(1)</script>', species: '{{7*7}}' })
    expect(await list('&search=alert')).toMatchObject([{ organ: '<script>alert(1)</script>' }])
  })
})

describe('a name', () => {
  test('is taken once, whatever its case and spaces', async () => {
    await create('Gall  bladder')
    const reply = await create(' GALL BLADDER ', 'human')
    expect(reply.json).toMatchObject({
      code: 'name_taken',
      detail: expect.stringContaining('There is already a tissue called'),
      fields: { organ: [expect.any(String)] },
    })
    expect((await create('Gall bladder', 'Mouse')).status).toBe(201)
  })

  test('is not mixed up where one word ends and the next begins', async () => {
    expect((await create('Bone', 'marrow rat')).status).toBe(201)
    expect((await create('Bone marrow', 'rat')).status).toBe(201)
  })

  test('is the same in whichever order the fields are sent', async () => {
    await post('/api/tissues/', { species: 'Order', organ: 'Field' })
    expect((await post('/api/tissues/', { organ: 'Field', species: 'Order' })).status).toBe(409)
  })

  test('is given to one of those who ask for it at the same moment', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => create('Contested')))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('that was merged into another leads there instead', async () => {
    const kept = await makeTissue(api, api.home.admin, { organ: 'Oesophagus' })
    const { id } = await makeTissue(api, api.home.admin, { organ: 'Esophagus' })
    await merge(id, kept.id)
    const reply = await create('esophagus')
    expect(reply.json.code).toBe('name_taken')
    expect(reply.json.detail.replaceAll(/[\u2068\u2069]/g, '')).toBe(
      '“esophagus, Human” was merged into “Oesophagus, Human”. Use that one, or choose another name.',
    )
  })

  test('that was merged into it can be taken back by the kept one', async () => {
    const kept = await makeTissue(api, api.home.admin, { organ: 'Kept name' })
    const { id } = await makeTissue(api, api.home.admin, { organ: 'Better name' })
    await merge(id, kept.id)
    const reply = await update(kept.id, { organ: 'Better name' })
    expect(reply.json).toMatchObject({ organ: 'Better name', aliases: [] })
    expect((await create('Kept name')).status).toBe(201)
  })
})

describe('an edit', () => {
  test('changes what is given, counts the version and tells what changed', async () => {
    const { id, version } = await makeTissue(api, api.home.admin, { organ: 'Spelt wrnog' })
    const reply = await update(id, { organ: 'Spelt wrong', version })
    expect(reply.json).toMatchObject({ organ: 'Spelt wrong', species: 'Human', version: version + 1 })
    const { rows } = await owner.query(
      "select details from audits where subject_id = $1 and event = 'tissue.updated'",
      [id],
    )
    expect(rows).toEqual([{ details: { changes: { organ: ['Spelt wrnog', 'Spelt wrong'] } } }])
  })

  test('that changes nothing keeps the version and leaves no audit row', async () => {
    const { id, version } = await makeTissue(api, api.home.admin, { organ: 'Left alone' })
    const reply = await update(id, { organ: 'Left alone', species: 'Human' })
    expect(reply.json.version).toBe(version)
    const { rows } = await owner.query('select event from audits where subject_id = $1', [id])
    expect(rows).toEqual([{ event: 'tissue.created' }])
  })

  test('may change the case of its own name', async () => {
    const { id } = await makeTissue(api, api.home.admin, { organ: 'lower case' })
    expect((await update(id, { organ: 'Lower Case' })).json).toMatchObject({ organ: 'Lower Case' })
  })

  test.each<[string, object]>([
    ['the kept one', { merged_into: '01938b5e-0000-7000-8000-000000000000' }],
    ['aliases', { aliases: [] }],
    ['an empty organ', { organ: ' ' }],
    ['a line break', { species: 'a\nb' }],
    ["another organisation's id", { organization_id: '01938b5e-0000-7000-8000-000000000000' }],
  ])('may not set %s', async (_what, body) => {
    const { id } = await makeTissue(api, api.home.admin)
    expect((await update(id, body)).status).toBe(400)
  })
})

describe('a merge', () => {
  test('hides the merged one, keeps its names findable, and tells of it in the audit log', async () => {
    const [first, second, kept] = [
      await makeTissue(api, api.home.admin, { organ: 'Mamma' }),
      await makeTissue(api, api.home.admin, { organ: 'Brust' }),
      await makeTissue(api, api.home.admin, { organ: 'Breast' }),
    ]
    await merge(first.id, second.id)
    const reply = await merge(second.id, kept.id)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json).toMatchObject({
      id: kept.id,
      organ: 'Breast',
      version: kept.version + 1,
      aliases: [
        { organ: 'Brust', species: 'Human' },
        { organ: 'Mamma', species: 'Human' },
      ],
    })
    expect(await list('&search=mamma')).toEqual([reply.json])
    const { rows } = await owner.query(
      "select details from audits where subject_id = $1 and event = 'tissue.merged'",
      [kept.id],
    )
    expect(rows).toEqual([{ details: { merged: { id: second.id, name: 'Brust, Human' } } }])
  })

  test('is refused into itself, into what is merged, into what is not there', async () => {
    const [one, gone, kept] = [
      await makeTissue(api, api.home.admin),
      await makeTissue(api, api.home.admin),
      await makeTissue(api, api.home.admin),
    ]
    const theirs = await makeTissue(api, api.away.admin)
    await merge(gone.id, kept.id)
    for (const target of [one.id, gone.id, theirs.id]) {
      const reply = await merge(one.id, target)
      expect([reply.status, Object.keys(reply.json.fields)]).toEqual([400, ['into_id']])
    }
  })

  test('of what is merged already finds nothing, and neither does an edit or a deletion', async () => {
    const [gone, kept] = [await makeTissue(api, api.home.admin), await makeTissue(api, api.home.admin)]
    await merge(gone.id, kept.id)
    expect((await merge(gone.id, kept.id)).status).toBe(404)
    expect((await update(gone.id, { organ: 'Back again' })).status).toBe(404)
    const url = `/api/tissues/${gone.id}/`
    expect((await request(api, api.home.admin, { method: 'DELETE', url })).status).toBe(404)
  })

  test('in both directions at once leaves one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await makeTissue(api, api.home.admin), await makeTissue(api, api.home.admin)]
      const replies = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.every(({ status }) => [200, 400, 404].includes(status))).toBe(true)
    }
  })

  test('in a circle at once never closes it, and every name ends at one that is kept', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids: string[] = []
      for (let n = 0; n < 4; n += 1) ids.push((await makeTissue(api, api.home.admin)).id)
      const replies = await Promise.all(ids.map((id, at) => merge(id, ids[(at + 1) % 4] as string)))
      expect(replies.every(({ status }) => [200, 400, 404].includes(status))).toBe(true)
      const { rows } = await owner.query(
        `select t.id, kept.merged_into as beyond from tissues t join tissues kept
           on kept.id = coalesce(t.merged_into, t.id) where t.id = any ($1)`,
        [ids],
      )
      expect(rows).toHaveLength(4)
      expect(rows.every(({ beyond }) => beyond === null)).toBe(true)
    }
  })

  test('lets what named the merged one name the kept one', async () => {
    const { organizationId, userId } = api.home.admin
    await owner.query(`create table samples (id uuid primary key, tissue_id uuid references tissues (id));
      grant select, update on samples to cresyl_app`)
    const samples = pgTable('samples', { id: uuid('id').primaryKey(), tissueId: uuid('tissue_id') })
    const [gone, kept] = [await makeTissue(api, api.home.admin), await makeTissue(api, api.home.admin)]
    await owner.query('insert into samples values (gen_random_uuid(), $1), (gen_random_uuid(), $2)', [
      gone.id,
      kept.id,
    ])
    const member = {
      organizationId,
      userId,
      permissions: new Set<never>(),
      superadmin: false,
      acting: false,
    }
    await api.context.database.asMember({ organizationId, userId }, (tx) =>
      mergeTerm(
        { tx, member, now: new Date(), record: () => {} },
        { ...tissues, references: [samples.tissueId] },
        gone.id,
        kept.id,
      ),
    )
    const { rows } = await owner.query('select tissue_id from samples')
    expect(rows).toEqual([{ tissue_id: kept.id }, { tissue_id: kept.id }])
    await owner.query('drop table samples')
  })
})

test('a deleted tissue takes its earlier names along, and they can be used again', async () => {
  const kept = await makeTissue(api, api.home.admin, { organ: 'To be deleted' })
  const { id } = await makeTissue(api, api.home.admin, { organ: 'Its earlier name' })
  await merge(id, kept.id)
  const url = `/api/tissues/${kept.id}/`
  expect((await request(api, api.home.admin, { method: 'DELETE', url })).status).toBe(204)
  const { rows } = await owner.query('select id from tissues where id = any ($1)', [[id, kept.id]])
  expect(rows).toEqual([])
  expect((await create('Its earlier name')).status).toBe(201)
  const audits = await owner.query("select details from audits where event = 'tissue.deleted'")
  expect(audits.rows).toEqual([
    { details: { name: 'To be deleted, Human', aliases: ['Its earlier name, Human'] } },
  ])
})

describe('a tissue that slides have', () => {
  const tissueOf = async (id: string) =>
    (await request(api, api.home.guest, { url: `/api/slides/${id}/` })).json.tissue
  const act = (method: 'DELETE' | 'POST', url: string) => request(api, api.home.admin, { method, url })

  test('says how many have it, those that were deleted left out', async () => {
    const { id: tissueId } = await makeTissue(api, api.home.admin, { organ: 'Counted' })
    const uses = async () => (await list('&search=counted')).map(({ use_count }) => use_count)
    expect(await uses()).toEqual([0])
    const slide = await makeSlide(api, api.home.admin, { tissueId })
    await makeSlide(api, api.home.admin, { tissueId })
    expect(await uses()).toEqual([2])
    await act('DELETE', `/api/slides/${slide.id}/`)
    expect(await uses()).toEqual([1])
  })

  test('gives them to the kept one when it is merged, deleted slides and expected files too', async () => {
    const [gone, kept] = [await makeTissue(api, api.home.admin), await makeTissue(api, api.home.admin)]
    const [shown, hidden] = [
      await makeSlide(api, api.home.admin, { tissueId: gone.id }),
      await makeSlide(api, api.home.admin, { tissueId: gone.id }),
    ]
    await act('DELETE', `/api/slides/${hidden.id}/`)
    const body = { name: 'a.svs', media_type: 'svs', size: 2000, tissue_id: gone.id }
    const { json: file } = await post('/api/files/', body)
    const reply = await merge(gone.id, kept.id)
    expect(reply.json).toMatchObject({ id: kept.id, use_count: 1 })
    expect(await tissueOf(shown.id)).toMatchObject({ id: kept.id })
    await act('POST', `/api/slides/${hidden.id}/restore/`)
    expect(await tissueOf(hidden.id)).toMatchObject({ id: kept.id })
    const { json } = await request(api, api.home.admin, { url: `/api/files/${file.id}/` })
    expect(json.tissue_id).toBe(kept.id)
  })

  test('is kept by them when it is deleted, and can be given to no other', async () => {
    const { id: tissueId } = await makeTissue(api, api.home.admin, { organ: 'Retired' })
    const alias = await makeTissue(api, api.home.admin, { organ: 'Retired earlier' })
    await merge(alias.id, tissueId)
    const [having, other] = [
      await makeSlide(api, api.home.admin, { tissueId }),
      await makeSlide(api, api.home.admin),
    ]
    expect((await act('DELETE', `/api/tissues/${tissueId}/`)).status).toBe(204)
    expect(await list('&search=retired')).toEqual([])
    expect(await tissueOf(having.id)).toEqual({ id: tissueId, organ: 'Retired', species: 'Human' })
    expect((await editSlide(api, having.id, { name: 'Renamed', tissue_id: tissueId })).status).toBe(200)
    expect((await editSlide(api, other.id, { tissue_id: tissueId })).status).toBe(400)
    expect((await act('DELETE', `/api/tissues/${tissueId}/`)).status).toBe(404)
    for (const organ of ['Retired', 'Retired earlier']) expect((await create(organ)).status).toBe(201)
  })

  test('stays for a deleted slide, which has it again when it is restored', async () => {
    const { id: tissueId } = await makeTissue(api, api.home.admin)
    const { id } = await makeSlide(api, api.home.admin, { tissueId })
    await act('DELETE', `/api/slides/${id}/`)
    expect((await act('DELETE', `/api/tissues/${tissueId}/`)).status).toBe(204)
    expect((await act('POST', `/api/slides/${id}/restore/`)).json.tissue).toMatchObject({ id: tissueId })
  })
})

test('stains are merged and found the same way', async () => {
  const kept = await makeStainer(api, api.home.admin, 'H&E')
  const { id } = await makeStainer(api, api.home.admin, 'Haematoxylin and eosin')
  await makeSlide(api, api.home.admin, { stainerId: id })
  const reply = await post(`/api/stainers/${id}/merge/`, { into_id: kept.id })
  expect(reply.json).toMatchObject({ stain_type: 'H&E', aliases: ['Haematoxylin and eosin'] })
  const found = await request(api, api.home.guest, { url: '/api/stainers/?search=eosin' })
  expect(found.json.results).toEqual([reply.json])
  expect(reply.json.use_count).toBe(1)
  const taken = await post('/api/stainers/', { stain_type: 'haematoxylin AND eosin' })
  expect(taken.json).toMatchObject({
    code: 'name_taken',
    detail: expect.stringContaining('was merged into'),
    fields: { stain_type: [expect.any(String)] },
  })
})
