import { annotationLimits } from '@cresyl/contract/api/limits'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeOldSelections } from '../../domain/annotation-files/remove-old-selections.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import {
  askForFile,
  askForSelected,
  importFile,
  previewFile,
  undoImport,
} from '../test-support/annotation-files-examples.ts'
import { changeMany, edit, makeAnnotation, remove, square } from '../test-support/annotations-examples.ts'
import { withoutQuota } from '../test-support/files-examples.ts'
import { readPng } from '../test-support/read-png.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

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

const download = async (query: Record<string, string>) => follow(await askForFile(api, api.home.guest, query))

async function follow({ json }: Awaited<ReturnType<typeof askForFile>>) {
  const { host, pathname, search } = new URL(json.url)
  const reply = await api.app.inject({ method: 'GET', url: pathname + search, headers: { host } })
  expect(reply.statusCode, reply.body).toBe(200)
  return { ...json, bytes: reply.rawPayload, text: reply.body, headers: reply.headers }
}

const list = async (image_id: string) =>
  (await request(api, api.home.admin, { url: `/api/annotations/?image_id=${image_id}&limit=-1` })).json
    .results

const feature = (geometry: unknown, properties: object = {}) => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  geometry,
  properties: { objectType: 'annotation', ...properties },
})
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })

describe('a file of QuPath', () => {
  const tumour = { classification: { name: 'Tumor', color: [200, 0, 0] } }

  test('is looked at before it is imported: what is new, what is there, what cannot be and why', async () => {
    const { imageId } = await makeSlide(api, api.home.admin)
    const bow = [
      [0, 0],
      [9, 9],
      [9, 0],
      [0, 9],
      [0, 0],
    ]
    const there = feature(square(), tumour)
    await importFile(api, api.home.user, imageId, { content: collection(there) })
    const content = collection(
      there,
      feature({ type: 'Polygon', coordinates: [bow] }, tumour),
      feature(square(20, 20), tumour),
    )
    const { status, json } = await previewFile(api, api.home.user, imageId, content)
    expect([status, await list(imageId)]).toEqual([200, [expect.anything()]])
    expect(json).toMatchObject({ format: 'geojson', count: 3, fresh: 1, existing: 1, refused: [1] })
    expect(json.problems).toEqual([{ index: 1, sentence: expect.stringContaining('crosses itself') }])
    expect(json.classes).toEqual([
      { classification: { name: 'Tumor', color: '#C80000' }, count: 2, known: false },
    ])
    const rest = await importFile(api, api.home.user, imageId, { content, without: json.refused })
    expect(rest.json).toMatchObject({ created: 1, existing: 1 })
  })

  test('has other classes where that was chosen', async () => {
    const { imageId } = await makeSlide(api, api.home.admin)
    const other = { classification: { name: 'Necrosis', color: [0, 0, 200] } }
    const content = collection(feature(square(), tumour), feature(square(30, 30), other))
    const classification = { name: 'Carcinoma', color: '#112233' }
    const classes = [
      { name: 'Tumor', classification },
      { name: 'Necrosis', classification: null },
    ]
    const { json } = await importFile(api, api.home.user, imageId, { content, classes })
    expect(json.classes).toEqual([{ classification, count: 1, known: false }])
    const found = (await list(imageId)).map((each: { classification: unknown }) => each.classification)
    expect(found).toHaveLength(2)
    expect(found).toEqual(expect.arrayContaining([classification, null]))
  })

  test('is imported and exported again as it was', async () => {
    const { imageId } = await makeSlide(api, api.home.admin)
    const features = [
      feature(square(), { ...tumour, name: 'One', isLocked: true, measurements: { 'Area µm^2': 6.25 } }),
      feature(
        { type: 'Point', coordinates: [3.25, 4.125] },
        { classification: { name: 'Immune', colorRGB: -65_536 } },
      ),
    ]
    const reply = await importFile(api, api.home.user, imageId, { content: collection(...features) })
    expect(reply.json).toMatchObject({ created: 2, existing: 0 })
    expect(reply.json.classes).toContainEqual({
      classification: { name: 'Immune', color: '#FF0000' },
      count: 1,
      known: false,
    })
    const { text, file_name, headers } = await download({ image_id: imageId })
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect(JSON.parse(text).features).toEqual(features.toSorted(byId))
    expect(file_name).toMatch(/-annotations\.geojson$/)
    expect(headers['content-disposition']).toContain('attachment')
    const { rows } = await owner.query(
      "select event, details from audits where subject_id = $1 and event like 'annotations.%' order by id",
      [imageId],
    )
    expect(rows).toMatchObject([
      {
        event: 'annotations.imported',
        details: { file_name: 'regions.geojson', format: 'geojson', created: 2 },
      },
      { event: 'annotations.exported', details: { format: 'geojson' } },
    ])
  })

  test('that comes back changes nothing, and overwrites nothing that was changed', async () => {
    const { image_id, id } = await makeAnnotation(api, api.home.admin, api.home.admin, { name: 'One' })
    const { text } = await download({ image_id })
    expect((await importFile(api, api.home.user, image_id, { content: text })).json).toMatchObject({
      created: 0,
      existing: 1,
    })
    await edit(api, api.home.admin, id, { name: 'Two' })
    expect((await importFile(api, api.home.user, image_id, { content: text })).json.created).toBe(1)
    const names = (await list(image_id)).map(({ name }: { name: string }) => name)
    expect(names.toSorted()).toEqual(['One', 'Two'])
    await remove(api, api.home.admin, id)
    expect((await importFile(api, api.home.user, image_id, { content: text })).json.created).toBe(1)
  })

  test('is taken back and brought back as a whole, but for what others have had a hand in', async () => {
    const { imageId: image_id } = await makeSlide(api, api.home.admin)
    const squares = [0, 20, 40, 60].map((x) => feature(square(x), { name: `At ${x}`, isLocked: x === 0 }))
    const imported = await importFile(api, api.home.user, image_id, { content: collection(...squares) })
    const { created_at } = imported.json
    const names = async () => (await list(image_id)).map(({ name }: { name: string }) => name).toSorted()
    const [idOf20, idOf40, idOf60] = squares.slice(1).map(({ id }) => id)
    await edit(api, api.home.user, `${idOf20}`, { notes: 'By whoever imported it' })
    await edit(api, api.home.manager, `${idOf40}`, { notes: 'By somebody else' })
    await edit(api, api.home.user, `${idOf40}`, { notes: 'By whoever imported it' })
    const url = `/api/annotations/${idOf60}/comments/`
    await request(api, api.home.manager, { method: 'POST', url, body: { text: 'Good' } })
    expect((await undoImport(api, api.home.admin, { image_id, created_at })).json).toMatchObject({
      changed: [],
      left: 0,
    })
    const undone = await undoImport(api, api.home.user, { image_id, created_at })
    expect([undone.json.changed.length, undone.json.left, await names()]).toEqual([2, 2, ['At 40', 'At 60']])
    const { changed_at: undone_at } = undone.json
    const redone = await undoImport(api, api.home.user, { image_id, created_at, undone_at })
    expect([redone.json.changed.length, redone.json.left]).toEqual([2, 0])
    expect(await names()).toEqual(['At 0', 'At 20', 'At 40', 'At 60'])
  })

  test('with something wrong is refused as a whole, each with a sentence, unless that is left out', async () => {
    const { imageId } = await makeSlide(api, api.home.admin)
    const bow = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [9, 9],
          [9, 0],
          [0, 9],
          [0, 0],
        ],
      ],
    }
    const content = collection(
      feature(square()),
      feature(bow),
      feature(square(50), { name: 'x'.repeat(201) }),
    )
    const reply = await importFile(api, api.home.admin, imageId, { content })
    expect(reply.status).toBe(400)
    expect(reply.json.detail).toMatch(
      /^2 of 3 features cannot be imported, and so nothing was\. Feature 2: It crosses/,
    )
    expect(reply.json.fields).toEqual({
      'features.1': [expect.stringMatching(/crosses itself/)],
      'features.2': [expect.stringMatching(/^name: /)],
    })
    expect(await list(imageId)).toEqual([])
    const rest = await importFile(api, api.home.admin, imageId, { content, without: [1, 2] })
    expect(rest.json.created).toBe(1)
  })
})

test('a table has what was measured, and nothing that a spreadsheet would run', async () => {
  const { imageId: image_id } = await makeSlide(api, api.home.admin)
  const content = collection(
    feature(square(10, 20, 10), { name: '=1+1', measurements: { 'Nuclei: count': 7 } }),
    feature(square(0, 0, 5), { name: 'Two', measurements: [{ name: 'Other', value: 0.5 }] }),
  )
  await importFile(api, api.home.admin, image_id, { content })
  const { text } = await download({ image_id, format: 'csv' })
  const [header, ...rows] = text.slice(1).trimEnd().split('\r\n')
  expect(header).toMatch(/^ID,Name,Class,Shape,.*,Nuclei: count,Other$/)
  const formula = rows.find((row: string) => row.includes('=1+1'))
  expect(formula).toMatch(/,"'=1\+1",,rectangle,15,25,100,40,.*,7,$/)
})

test('a mask has a number for each class, and a legend', async () => {
  const { imageId: image_id } = await makeSlide(api, api.home.admin)
  const of = (name: string | null, geometry: unknown) => ({
    geometry,
    shape: 'rectangle',
    classification: name && { name, color: '#010203' },
  })
  await changeMany(api, api.home.admin, {
    image_id,
    create: [of('Zebra', square(0, 0, 40)), of('Tumour', square(10, 10, 10)), of(null, square(60, 60, 10))],
  })
  const { bytes, file_name } = await download({ image_id, format: 'mask_png' })
  expect(file_name).toMatch(/-mask\.png$/)
  const { width, data } = readPng(bytes)
  const at = (x: number, y: number) => data[y * width + x]
  // A class of the organisation comes before others; what has none comes last.
  expect([at(50, 5), at(5, 5), at(15, 15), at(65, 65)]).toEqual([0, 2, 1, 3])
  const { text } = await download({ image_id, format: 'mask_legend' })
  expect(text).toContain('1,Tumour,#010203,1\r\n2,Zebra,#010203,1\r\n3,Without a class,,1\r\n')
  const half = await download({ image_id, format: 'mask_png', mpp: '1', class: 'Zebra' })
  expect(readPng(half.bytes).width).toBeLessThan(width)
  const refused = await askForFile(api, api.home.guest, { image_id, format: 'mask_tiff', mpp: '0.0001' })
  expect(refused.json).toMatchObject({
    code: 'too_many',
    detail: expect.stringMatching(/too large.*Choose more µm/),
  })
})

describe('of more than an address can name', () => {
  const side = 16
  const corner = 5 * (side - 1) + 1
  let image_id: string
  let all: { id: string; name: string }[]
  let chosen: string[]

  beforeAll(async () => {
    image_id = (await makeSlide(api, api.home.admin)).imageId
    await owner.query('update images set width = 400, height = 400 where id = $1', [image_id])
    const create = Array.from({ length: side * side - 1 }, (_, n) => ({
      shape: 'rectangle',
      name: `${n}`,
      classification: { name: 'Tumour', color: '#010203' },
      geometry: square(5 * (n % side), 5 * Math.floor(n / side), 3),
    }))
    const half = create.length / 2
    const made = [create.slice(0, half), create.slice(half)].map(async (some) => {
      const { json } = await changeMany(api, api.home.admin, { image_id, create: some })
      return json.results
    })
    all = (await Promise.all(made)).flat()
    chosen = all.filter(({ name }) => Number(name) % 2 === 0).map(({ id }) => id)
    expect(chosen.length).toBeGreaterThan(annotationLimits.named)
  })

  const downloadSelected = async (asked: Record<string, unknown> = {}) =>
    follow(await askForSelected(api, api.home.guest, { image_id, id: chosen, ...asked }))

  test('those selected are exported, each once and no others', async () => {
    const { text, count, file_name } = await downloadSelected({ id: [...chosen, ...chosen.slice(0, 9)] })
    const found = JSON.parse(text).features.map((each: { id: string }) => each.id)
    expect(found).toEqual(chosen.toSorted())
    expect([count, file_name]).toEqual([side * (side / 2), expect.stringMatching(/-annotations\.geojson$/)])
    const table = await downloadSelected({ format: 'csv' })
    const rows = table.text.slice(1).trimEnd().split('\r\n').slice(1)
    expect(rows.map((row: string) => row.split(',')[0])).toEqual(chosen.toSorted())
  })

  test('so are a mask and its legend', async () => {
    const { bytes } = await downloadSelected({ format: 'mask_png' })
    const { width, data } = readPng(bytes)
    const at = (x: number, y: number) => data[y * width + x]
    expect([at(1, 1), at(6, 1), at(11, 1)]).toEqual([1, 0, 1])
    expect([at(corner - 5, corner), at(corner, corner)]).toEqual([1, 0])
    const { text } = await downloadSelected({ format: 'mask_legend' })
    expect(text).toContain(`1,Tumour,#010203,${chosen.length}\r\n`)
  })

  test('what was deleted meanwhile is left out, and what is on another image is not found by its id', async () => {
    const asked = await askForSelected(api, api.home.guest, { image_id, id: chosen })
    const gone = chosen[0] ?? ''
    await remove(api, api.home.admin, gone)
    const ids = JSON.parse((await follow(asked)).text).features.map((each: { id: string }) => each.id)
    expect(ids).toEqual(chosen.filter((id) => id !== gone).toSorted())
    const elsewhere = await makeAnnotation(api, api.home.admin)
    const { text, count } = await downloadSelected({ id: [elsewhere.id] })
    expect([JSON.parse(text).features, count]).toEqual([[], 0])
  })

  test('the audit log says how many and which list; the list goes after a day', async () => {
    await downloadSelected()
    const { rows } = await owner.query(
      "select details from audits where subject_id = $1 and event = 'annotations.exported' order by id desc limit 1",
      [image_id],
    )
    const { selected, selection, id } = rows[0].details
    expect([selected, id]).toEqual([chosen.length, undefined])
    const { organizationId, userId } = api.home.guest
    const kept = () => api.context.storage.stat({ organizationId, path: `selections/${userId}/${selection}` })
    expect((await kept())?.size).toBe(16 * chosen.length)

    await owner.query("update stored_objects set stored_at = stored_at - interval '25 hours'")
    const asked = await askForSelected(api, api.home.guest, { image_id, id: chosen })
    await removeOldSelections(api.context)
    expect((await follow(asked)).count).toBeGreaterThan(0)
    await owner.query("update stored_objects set stored_at = stored_at - interval '25 hours'")
    expect(await removeOldSelections(api.context)).toBe(1)
    expect(await kept()).toBeNull()
    const { host, pathname, search } = new URL(asked.json.url)
    const gone = await api.app.inject({ method: 'GET', url: pathname + search, headers: { host } })
    expect(gone.statusCode).toBe(404)
  })

  const keptBy = async ({ userId }: { userId: string }) => {
    const path = `selections/${userId}/%`
    const { rows } = await owner.query('select size from stored_objects where path like $1', [path])
    return rows.map(({ size }) => Number(size))
  }
  const makeOlder = () =>
    owner.query("update stored_objects set stored_at = stored_at - interval '2 minutes'")

  test('one person keeps so many lists at most, and makes so many within a minute', async () => {
    const { kept, perMinute } = annotationLimits.selections
    const ask = () => askForSelected(api, api.home.user, { image_id, id: [crypto.randomUUID()] })
    const first = await ask()
    for (let n = 1; n < perMinute; n += 1) expect((await ask()).status).toBe(200)
    const { status, json } = await ask()
    expect([status, json.code]).toEqual([429, 'rate_limited'])
    expect((await askForSelected(api, api.home.manager, { image_id, id: chosen })).status).toBe(200)
    for (let n = perMinute; n <= kept; n += 1) {
      if (n % perMinute === 0) await makeOlder()
      expect((await ask()).status).toBe(200)
    }
    expect(await keptBy(api.home.user)).toHaveLength(kept)
    const { host, pathname, search } = new URL(first.json.url)
    const gone = await api.app.inject({ method: 'GET', url: pathname + search, headers: { host } })
    expect(gone.statusCode).toBe(404)
  })

  test('large lists push out older ones sooner, and none is kept where the organisation has no room', async () => {
    const { bytes } = annotationLimits.selections
    const ask = () => askForSelected(api, api.home.admin, { image_id, id: [crypto.randomUUID()] })
    for (let n = 0; n < 3; n += 1) expect((await ask()).status).toBe(200)
    const folder = `selections/${api.home.admin.userId}/`
    await owner.query('update stored_objects set size = $1 where starts_with(path, $2)', [bytes / 2, folder])
    expect((await ask()).status).toBe(200)
    expect((await keptBy(api.home.admin)).toSorted()).toEqual([16, bytes / 2])
    expect((await withoutQuota(api, ask)).json.code).toBe('quota_exceeded')
  })

  test('a list that is empty or too long is refused', async () => {
    const status = async (id: string[]) =>
      (await askForSelected(api, api.home.guest, { image_id, id })).status
    expect(await status([])).toBe(400)
    expect(await status(new Array(annotationLimits.selected + 1).fill(chosen[0]))).toBe(400)
    expect(await status(new Array(annotationLimits.selected).fill(chosen[0]))).toBe(200)
  })
})

test('many corners are checked while others are answered', async () => {
  const { imageId: image_id } = await makeSlide(api, api.home.admin)
  await owner.query('update images set width = 60000, height = 60000 where id = $1', [image_id])
  const corners = Array.from({ length: 21_000 }, (_, n) => {
    const angle = (2 * Math.PI * n) / 21_000
    return [30_000 + 20_000 * Math.cos(angle), 30_000 + 20_000 * Math.sin(angle)]
  })
  const ring = [...corners, corners[0]]
  const create = (coordinates: unknown) => ({
    image_id,
    create: [{ geometry: { type: 'Polygon', coordinates: [coordinates] }, shape: 'polygon' }],
  })
  const done = await changeMany(api, api.home.admin, create(ring))
  expect(done.json.results[0].geometry.coordinates[0]).toEqual(ring)
  // A spike through the other side.
  const refused = await changeMany(api, api.home.admin, create(ring.with(100, [5000, 30_000])))
  expect([refused.json.code, refused.json.detail]).toEqual([
    'invalid_input',
    expect.stringMatching(/crosses itself/),
  ])
})
