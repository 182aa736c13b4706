import type { RouteName } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import {
  actorFor,
  bodiesOf,
  examples,
  makeProject,
  requestFor,
  routeNames,
  routeOf,
} from '../test-requests.ts'
import { allRows, rowsOf } from '../test-support/all-rows.ts'
import { makeScored } from '../test-support/annotation-detections-examples.ts'
import type { ExampleRequest } from '../test-support/example.ts'
import { makeJob } from '../test-support/jobs-examples.ts'
import { idOfPredictor } from '../test-support/predictors-examples.ts'
import { makeFound } from '../test-support/registration-estimates-examples.ts'
import { aroundPlace, type Place, placesOf } from '../test-support/schema-places.ts'
import { makeSlide } from '../test-support/slides-examples.ts'
import { makeStainer } from '../test-support/stainers-examples.ts'
import { makeTissue } from '../test-support/tissues-examples.ts'

let api: TestApi
let owner: pg.Client
/** What each organisation has, by the name of the field that would speak of it. */
let ours: Record<string, string>
let theirs: Record<string, string>

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  ;[ours, theirs] = [await makeThings(api.home.admin), await makeThings(api.away.admin)]
})

async function makeThings(admin: TestMember): Promise<Record<string, string>> {
  const project = (await makeProject(api, admin)).id
  const [tissue, stainer] = [(await makeTissue(api, admin)).id, (await makeStainer(api, admin)).id]
  const shown = { projectId: project, tissueId: tissue, stainerId: stainer }
  const slide = await makeSlide(api, admin, shown)
  const job = await makeJob(api, admin, { kind: 'ingest', subjectId: slide.fileId })
  return {
    project_id: project,
    tissue_id: tissue,
    stainer_id: stainer,
    slide_id: slide.id,
    slide_ids: slide.id,
    except_ids: slide.id,
    before_id: slide.id,
    file_id: slide.fileId,
    image_id: slide.imageId,
    input_image_id: slide.imageId,
    moving_image_id: slide.imageId,
    channel_id: slide.channelId,
    subject_id: slide.fileId,
    job_id: job,
    parent_id: job,
    created_by: admin.userId,
    id: slide.id,
    organization_id: admin.organizationId,
    author_id: admin.userId,
    assignee_id: admin.userId,
    member_id: admin.userId,
    person_id: admin.userId,
    overridden_by: admin.userId,
    predictor_id: await idOfPredictor(api, admin),
    inference_job_id: (await makeScored(api, admin)).runId,
    estimate_id: (await makeFound(api, admin)).id,
  }
}

afterAll(async () => {
  await owner.end()
  await api.close()
})

const idFor = (name: string, place: Place, things: Record<string, string>): string => {
  const key = place.name.replace('[]', '').split('.').at(-1) ?? ''
  const found =
    key === 'into_id' ? (name === 'mergeTissue' ? things.tissue_id : things.stainer_id) : things[key]
  if (found === undefined) throw new Error(`Nothing to put at ${place.name} of ${name}`)
  return found
}

/** What is named together must belong together: what the example itself names there is ours. */
function idIn(name: string, place: Place, body: unknown): string | undefined {
  let found: unknown
  if (name === 'changeAnnotations' || place.name.endsWith('.estimate_id'))
    place.update(body, (here) => {
      found = here
      return here
    })
  return typeof found === 'string' ? found : undefined
}

/** Made by whoever asks: these name nothing that is there. */
const madeByCaller = ['createAnnotation id', 'changeAnnotations create[].id']

/** What is new each time says nothing. */
const withoutNews = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    // Follows from the ids that were asked for.
    .replaceAll(/selection=[\da-f]{64}/g, '(selection)')
    .replaceAll(/expires=\d+&signature=[\w-]+/g, '(signed)')

const ask = async (name: RouteName, example: ExampleRequest) => {
  const { status, text } = await request(api, actorFor(name, api), requestFor(name, example))
  return { status, text: withoutNews(text) }
}

const byId = routeNames.filter((name) => routeOf(name).params && routeOf(name).access !== 'superadmin')

test('every route answers for the id of another organisation as for one that never was, and what it names stays', async () => {
  const foreign = new Map<RouteName, ExampleRequest>()
  for (const name of byId) foreign.set(name, await examples[name](api, api.away.admin))
  const before = await allRows(owner)
  const wrong = await failing(byId, async (name) => {
    const theirs = foreign.get(name) as ExampleRequest
    const reply = await ask(name, theirs)
    expect([reply.status, JSON.parse(reply.text).code]).toEqual([404, 'not_found'])
    expect(reply).toEqual(await ask(name, { ...theirs, id: newId() }))
  })
  expect(wrong).toEqual([])
  expect(await allRows(owner)).toEqual(before)
})

const withPlaces = routeNames.flatMap((name) => {
  const { body, query, access } = routeOf(name)
  if (access === 'superadmin') return []
  return (['body', 'query'] as const).flatMap((where) => {
    const schema = where === 'body' ? body : query
    const ids = (schema ? placesOf(schema) : []).filter(
      (place) => place.kind === 'id' && !madeByCaller.includes(`${name} ${place.name}`),
    )
    return ids.map((place) => [`${name}, ${where} ${place.name}`, { name, where, place }] as const)
  })
})

/** A session belongs to a person, whatever the organisation. */
const namesOne = (key: string) => key.endsWith('_id') && key !== 'session_id' && !key.includes('.')

/** Otherwise a filter that nobody looks at would answer alike for every id. */
function expectNothingFound({ status, text }: { status: number; text: string }): void {
  if (status === 404) return
  const reply = JSON.parse(text)
  // What is counted over time has no list, only figures.
  const found = 'totals' in reply ? Object.values(reply.totals) : [reply.count]
  expect(new Set([...found, 0])).toEqual(new Set([0]))
  if ('results' in reply) expect(reply.results).toEqual([])
}

const madeExamples = new Map<RouteName, ExampleRequest>()

async function newExample(name: RouteName): Promise<ExampleRequest> {
  const example = await examples[name](api, api.home.admin)
  madeExamples.set(name, example)
  return example
}

test.each(['body', 'query'] as const)(
  'an id of another organisation, wherever a %s names it, is one that never was, and what it names stays',
  async (part) => {
    const inPart = withPlaces.filter(([, { where }]) => where === part)
    expect(inPart.length).toBeGreaterThan(20)
    const before = await rowsOf(owner, api.away.admin.organizationId)
    const wrong = await failing(inPart, async ([, { name, where, place }]) => {
      const { body, status } = routeOf(name)
      const askAround = async (example: ExampleRequest) => {
        const around = body && where === 'body' && aroundPlace(body, place, bodiesOf(example))
        const askFor = (id: string) =>
          ask(
            name,
            where === 'query'
              ? { ...example, query: { ...example.query, [place.name.replace('[]', '')]: id } }
              : { ...example, body: place.update(around, () => id) },
          )
        return {
          never: await askFor(newId()),
          foreign: await askFor(idFor(name, place, theirs)),
          own: await askFor(idIn(name, place, around) ?? idFor(name, place, ours)),
        }
      }
      const made = madeExamples.get(name)
      const again = made && (await askAround(made))
      // What was asked about another place may have used the example up: all is asked about a new one then.
      const { never, foreign, own } =
        again?.own.status === status ? again : await askAround(await newExample(name))
      expect(never.status).toBeLessThan(500)
      if (namesOne(place.name) && where === 'body') expect([400, 404]).toContain(never.status)
      if (namesOne(place.name.replace(/\[\]$/, '')) && where === 'query') expectNothingFound(never)
      expect(foreign).toEqual(never)
      // Otherwise both could have been refused for another reason.
      expect(own.status, own.text).toBe(status)
    })
    expect(wrong).toEqual([])
    expect(await rowsOf(owner, api.away.admin.organizationId)).toEqual(before)
  },
)
