import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi } from '../test-api.ts'
import { actorFor, examples, makeProject, requestFor, routeNames, routeOf } from '../test-requests.ts'
import { rowsOf } from '../test-support/all-rows.ts'
import type { ExampleRequest } from '../test-support/example.ts'
import { makeJob } from '../test-support/jobs-examples.ts'
import { type Place, placesOf } from '../test-support/schema-places.ts'
import { makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'
import { makeTissue } from '../test-support/tissues-examples.ts'

let api: TestApi
let owner: pg.Client
/** What the other organisation has, by the name of the field that would speak of it. */
let theirs: Record<string, string>

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  const { admin } = api.away
  const project = (await makeProject(api, admin)).id
  const [tissue, stainer] = [(await makeTissue(api, admin)).id, (await makeStainer(api, admin)).id]
  const shown = { projectId: project, tissueId: tissue, stainerId: stainer }
  const slide = await makeSlide(api, admin, shown)
  const job = await makeJob(api, admin, { kind: 'ingest', subjectId: slide.fileId })
  theirs = {
    ...{ project_id: project, tissue_id: tissue, stainer_id: stainer },
    ...{ slide_id: slide.id, slide_ids: slide.id, except_ids: slide.id, before_id: slide.id },
    ...{ file_id: slide.fileId, image_id: slide.imageId, channel_id: slide.channelId },
    ...{ subject_id: slide.fileId, parent_id: job, created_by: admin.userId, id: slide.id },
    organization_id: admin.organizationId,
  }
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

const theirsAt = (name: string, place: Place): string => {
  const key = place.name.replace('[]', '').split('.').at(-1) ?? ''
  const found =
    key === 'into_id' ? (name === 'mergeTissue' ? theirs.tissue_id : theirs.stainer_id) : theirs[key]
  if (found === undefined)
    throw new Error(`Nothing of another organisation to put at ${place.name} of ${name}`)
  return found
}

/** What is new each time says nothing. */
const withoutNews = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')

const ask = async (name: (typeof routeNames)[number], example: ExampleRequest) => {
  const { status, text } = await request(api, actorFor(name, api), requestFor(name, example))
  return { status, text: withoutNews(text) }
}

const byId = routeNames.filter((name) => routeOf(name).params && routeOf(name).access !== 'superadmin')

test.each(byId)('%s answers for the id of another organisation as for one that never was', async (name) => {
  const foreign = await examples[name](api, api.away.admin)
  const reply = await ask(name, foreign)
  expect(reply.status).toBe(404)
  expect(reply).toEqual(await ask(name, { ...foreign, id: newId() }))
})

const withPlaces = routeNames.flatMap((name) => {
  const { body, query, access } = routeOf(name)
  if (access === 'superadmin') return []
  return (['body', 'query'] as const).flatMap((where) => {
    const schema = where === 'body' ? body : query
    const ids = schema ? placesOf(schema).filter(({ kind }) => kind === 'id') : []
    return ids.map((place) => [name, where, place.name, place] as const)
  })
})

describe('an id of another organisation', () => {
  test('has many places where it could be named', () => {
    expect(withPlaces.length).toBeGreaterThan(40)
  })

  test.each(withPlaces)(
    'in %s, %s %s is one that never was, and what it names stays',
    async (name, where, _at, place) => {
      const before = await rowsOf(owner, api.away.admin.organizationId)
      const withId = async (id: string): Promise<ExampleRequest> => {
        const example = await examples[name](api, api.home.admin)
        if (where === 'body') return { ...example, body: place.update(example.body, () => id) }
        return { ...example, query: { ...example.query, [place.name.replace('[]', '')]: id } }
      }
      const never = await ask(name, await withId(newId()))
      expect(await ask(name, await withId(theirsAt(name, place)))).toEqual(never)
      expect(await rowsOf(owner, api.away.admin.organizationId)).toEqual(before)
      expect(never.status).toBeLessThan(500)
      // The same with one's own is read: otherwise both would be refused for another reason.
      expect(never.text).not.toContain('Unknown field')
    },
  )
})
