import { randomUUID } from 'node:crypto'
import { shapesOf } from '@cresyl/contract/annotations/annotation-views'
import { annotationLimits } from '@cresyl/contract/api/limits'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { foldSums } from '../../domain/dashboard/fold-sums.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import {
  annotate,
  changeMany,
  edit,
  makeAnnotation,
  restore,
  square,
} from '../test-support/annotations-examples.ts'
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

const read = (id: string) => request(api, api.home.admin, { url: `/api/annotations/${id}/` })

describe('many at once', () => {
  test('are changed all or not at all, and each that differs is told', async () => {
    const one = await makeAnnotation(api, api.home.admin)
    const { image_id } = one
    const other = (await annotate(api, api.home.admin, { image_id, geometry: square(), shape: 'rectangle' }))
      .json
    const changed = (await edit(api, api.home.manager, other.id, { name: 'By someone else' })).json
    const batch = {
      image_id,
      create: [{ geometry: square(300), shape: 'rectangle' }],
      update: [
        { id: one.id, version: 1, name: 'Mine' },
        { id: other.id, version: 1, name: 'Mine too' },
      ],
    }
    const refused = await changeMany(api, api.home.admin, batch)
    expect([refused.status, refused.json.code, refused.json.current]).toEqual([
      409,
      'stale_version',
      [changed],
    ])
    expect((await read(one.id)).json.name).toBe('')
    const list = async () =>
      (await request(api, api.home.admin, { url: `/api/annotations/?image_id=${image_id}` })).json.count
    expect(await list()).toBe(2)
    const [first, second] = batch.update
    const done = await changeMany(api, api.home.admin, {
      ...batch,
      update: [first, { ...second, version: 2 }],
    })
    expect(done.json.results.map((each: { name: string }) => each.name)).toEqual(['', 'Mine', 'Mine too'])
    expect(await list()).toBe(3)
  })

  test('are counted alike on every page, also behind the last, whatever is asked for', async () => {
    const { image_id, slide } = await makeAnnotation(api, api.home.admin)
    const create = ['Gland 1', 'Gland 2', 'Vessel'].map((name) => ({
      name,
      geometry: square(300),
      shape: 'rectangle',
    }))
    expect((await changeMany(api, api.home.admin, { image_id, create })).status).toBe(200)
    const asked = [
      [`image_id=${image_id}`, 4],
      [`slide_id=${slide.id}`, 4],
      [`image_id=${image_id}&search=gland`, 2],
      [`slide_id=${slide.id}&search=gland+2`, 1],
      [`image_id=${image_id}&search=nothing`, 0],
    ] as const
    for (const [which, count] of asked)
      for (const offset of [0, 1, 50]) {
        const url = `/api/annotations/?${which}&limit=1&offset=${offset}`
        const { json } = await request(api, api.home.admin, { url })
        expect([url, json.count, json.results.length]).toEqual([url, count, offset < count ? 1 : 0])
      }
  })

  test('of another image are not there', async () => {
    const { id } = await makeAnnotation(api, api.home.admin)
    const { imageId } = await makeSlide(api, api.home.admin)
    const reply = await changeMany(api, api.home.admin, {
      image_id: imageId,
      update: [{ id, version: 1, name: 'b' }],
    })
    expect(reply.status).toBe(404)
  })
})

describe('a view', () => {
  /** Deterministic: a linear congruential generator. */
  function numbers(seed: number): () => number {
    let state = seed
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
      return state / 2 ** 32
    }
  }

  test('has exactly the shapes and counts that a look at all of them gives', async () => {
    const { imageId: image_id } = await makeSlide(api, api.home.admin)
    await owner.query('update images set width = 60000, height = 50000 where id = $1', [image_id])
    const next = numbers(7)
    const made = Array.from({ length: 300 }, () => {
      const side = 2 ** (next() * 12 - 1)
      const box = [next() * 59_000, next() * 49_000, side] as const
      return { box, body: { geometry: square(...box), shape: 'rectangle', id: randomUUID() } }
    })
    const create = made.map(({ body }) => body)
    expect((await changeMany(api, api.home.admin, { image_id, create })).status).toBe(200)
    const gone = made.splice(0, 20)
    await changeMany(api, api.home.admin, {
      image_id,
      delete: gone.map(({ body }) => ({ id: body.id, version: 1 })),
    })
    for (const [span, least] of [
      [60_000, 512],
      [30_000, 100],
      [9000, 64],
      [3000, 8],
      [500, 0],
    ] as const) {
      const [min_x, min_y] = [next() * 10_000, next() * 10_000]
      const [max_x, max_y] = [min_x + span, min_y + span * 0.7]
      const query = `image_id=${image_id}&min_x=${min_x}&min_y=${min_y}&max_x=${max_x}&max_y=${max_y}&least=${least}`
      const { json } = await request(api, api.home.guest, { url: `/api/annotations/viewport/?${query}` })
      const smallest = least < 1 ? 0 : 2 ** Math.floor(Math.log2(least))
      const seen = made.filter(
        ({ box: [x, y, side] }) =>
          side >= smallest && x <= max_x && x + side >= min_x && y <= max_y && y + side >= min_y,
      )
      expect(json.shapes.map(({ id }: { id: string }) => id).toSorted()).toEqual(
        seen.map(({ body }) => body.id).toSorted(),
      )
      const counts = new Map<string, number>()
      for (const {
        box: [x, y, side],
      } of made.filter(({ box }) => box[2] < smallest)) {
        const [column, row] = [Math.floor((x + side / 2) / json.cell), Math.floor((y + side / 2) / json.cell)]
        const [left, top] = [column * json.cell, row * json.cell]
        const isSeen = left <= max_x && left + json.cell > min_x && top <= max_y && top + json.cell > min_y
        const key = `${left + json.cell / 2},${top + json.cell / 2}`
        if (isSeen) counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      const told = json.counted.map(({ x, y, count }: Record<string, number>) => [`${x},${y}`, count])
      expect(new Map(told)).toEqual(counts)
      expect(json.complete).toBe(true)
    }
  })

  test('has the corners that shapes have now, few or many, also where their row does not say them', async () => {
    const [few, moved] = [square(10, 10, 20), square(30, 30, 20)]
    const { id, slide } = await makeAnnotation(api, api.home.admin, api.home.admin, { geometry: few })
    const around = Array.from({ length: 200 }, (_, n) => {
      const angle = (2 * Math.PI * (n % 199)) / 199
      return [100 + 50 * Math.cos(angle), 100 + 50 * Math.sin(angle)]
    })
    const many = { type: 'Polygon', coordinates: [around] }
    const image_id = slide.imageId
    const { json } = await annotate(api, api.home.admin, { image_id, geometry: many, shape: 'polygon' })
    const seen = async () => {
      const query = `image_id=${image_id}&min_x=0&min_y=0&max_x=200&max_y=200`
      const view = await request(api, api.home.guest, { url: `/api/annotations/viewport/?${query}` })
      return Object.fromEntries(shapesOf(view.json).map((shape) => [shape.id, shape.geometry]))
    }
    expect(await seen()).toEqual({ [id]: few, [json.id]: many })
    expect((await edit(api, api.home.admin, id, { geometry: moved, version: 1 })).status).toBe(200)
    expect(await seen()).toEqual({ [id]: moved, [json.id]: many })
    await owner.query('update annotations set geometry_version = 1 where id = $1', [id])
    expect(await seen()).toEqual({ [id]: few, [json.id]: many })
  })

  test('has the larger ones as shapes and counts the rest, where there are too many', async () => {
    const { imageId: image_id } = await makeSlide(api, api.home.admin)
    await owner.query('update images set width = 60000, height = 50000 where id = $1', [image_id])
    const { drawn: asShipped, loaded } = annotationLimits
    onTestFinished(() => void Object.assign(annotationLimits, { drawn: asShipped }))
    const drawn = 200
    Object.assign(annotationLimits, { drawn })
    const small = Array.from({ length: drawn + 1 }, (_, n) =>
      square(10 * (n % 100), 10 * Math.floor(n / 100), 8),
    )
    const large = Array.from({ length: 3 }, (_, n) => square(100 * n, 50, 400))
    const create = [...small, ...large].map((geometry) => ({ geometry, shape: 'rectangle' }))
    expect((await changeMany(api, api.home.admin, { image_id, create })).status).toBe(200)
    const look = async (least: number, max_x = 2000) => {
      const query = `image_id=${image_id}&min_x=0&min_y=0&max_x=${max_x}&max_y=2000&least=${least}`
      const { json } = await request(api, api.home.guest, { url: `/api/annotations/viewport/?${query}` })
      const counted = json.counted.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
      return { shapes: shapesOf(json), counted, complete: json.complete }
    }
    const crowded = await look(4)
    expect([crowded.counted, crowded.complete]).toEqual([drawn + 1, false])
    expect(crowded.shapes.map(({ geometry }) => geometry)).toEqual(expect.arrayContaining(large))
    expect(crowded.shapes).toHaveLength(large.length)
    // Of each row of a hundred the first fifty, and of the last one the only one.
    const half = await look(4, 495)
    expect([half.shapes.length, half.complete]).toEqual([drawn / 2 + 1 + large.length, true])
    const all = await look(0)
    expect([all.shapes.length, all.counted, all.complete]).toEqual([create.length, 0, true])
    expect(create.length).toBeLessThan(loaded)
  })

  test('summary of an image is what all its annotations add up to, whatever became of them', async () => {
    const { image_id, slide } = await makeAnnotation(api, api.home.admin)
    const summaryOf = async (which: string) =>
      (await request(api, api.home.admin, { url: `/api/annotations/summary/?${which}` })).json
    // Of a slide they are added up one by one.
    const same = async () => {
      const kept = await summaryOf(`image_id=${image_id}`)
      expect(kept).toEqual(await summaryOf(`slide_id=${slide.id}`))
      return kept
    }
    const classification = { name: 'Tumour', color: '#C5303B' }
    const ids = Array.from({ length: 6 }, () => randomUUID())
    const create = ids.map((id, n) => ({
      id,
      geometry: square(300, 300, 8 * (n + 1)),
      shape: 'rectangle',
      ...(n % 2 > 0 && { classification }),
    }))
    await changeMany(api, api.home.admin, { image_id, create })
    expect((await same()).count).toBe(7)
    const [first, second, third, fourth] = ids
    await changeMany(api, api.home.admin, {
      image_id,
      update: [
        { id: first, version: 1, classification, review: 'accepted' },
        { id: second, version: 1, geometry: square(0, 0, 64) },
      ],
      delete: [
        { id: third, version: 1 },
        { id: fourth, version: 1 },
      ],
    })
    expect((await same()).count).toBe(5)
    await foldSums(api.context)
    await same()
    await restore(api, api.home.admin, third ?? '')
    expect((await same()).count).toBe(6)
    await owner.query('delete from annotations where id = any ($1)', [ids])
    await foldSums(api.context)
    expect(await same()).toMatchObject({ count: 1, classes: [{ classification: null, count: 1 }] })
    const { rows } = await owner.query('select annotations from annotation_sums where image_id = $1', [
      image_id,
    ])
    expect(rows).toHaveLength(1)
    await request(api, api.home.admin, { method: 'DELETE', url: `/api/slides/${slide.id}/` })
    expect((await same()).count).toBe(0)
  })

  test('summary has each class, review and tag', async () => {
    const { image_id } = await makeAnnotation(api, api.home.admin, api.home.admin, {
      classification: { name: 'Tumour', color: '#FF0000' },
      tags: ['check', 'edge'],
    })
    await changeMany(api, api.home.admin, {
      image_id,
      create: [
        { geometry: square(), shape: 'rectangle', tags: ['check'], review: 'accepted' },
        { geometry: { type: 'Point', coordinates: [3, 3] }, shape: 'point' },
      ],
    })
    const url = `/api/annotations/summary/?image_id=${image_id}`
    expect((await request(api, api.home.guest, { url })).json).toEqual({
      count: 3,
      classes: [
        {
          classification: { name: 'Tumour', color: '#FF0000' },
          count: 1,
          area_px: 100,
          length_px: 40,
        },
        { classification: null, count: 2, area_px: 100, length_px: 40 },
      ],
      reviews: { open: 2, accepted: 1, rejected: 0 },
      tags: [
        { tag: 'check', count: 2 },
        { tag: 'edge', count: 1 },
      ],
    })
    const filtered = await request(api, api.home.guest, { url: `${url}&class=&tag=check` })
    expect(filtered.json.count).toBe(1)
  })
})
