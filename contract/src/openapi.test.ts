import { describe, expect, test } from 'vitest'
import { errorCatalogue } from './api/errors.ts'
import { errorsOf, type Route } from './api/route.ts'
import { describeApi, type Operation } from './openapi.ts'
import { routes } from './routes.ts'
import { streamedReplies } from './streamed-replies.ts'
import { pictureRoutes, streamedRoutes } from './streamed-routes.ts'
import { failing } from './test-support/failing.ts'

const api = describeApi('https://slides.example.org', '1.2.3')
const all = Object.entries<Route>(routes)

function operationOf({ method, path }: Route): Operation {
  const operation = api.paths[`/api/${path}/`]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not described`)
  return operation
}

test('is OpenAPI 3.1 of this server and version', () => {
  expect(api).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Cresyl', version: '1.2.3' },
    servers: [{ url: 'https://slides.example.org' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
})

test('has only the parts that OpenAPI knows', () => {
  expect(Object.keys(api).toSorted()).toEqual(['components', 'info', 'openapi', 'paths', 'servers'])
  expect(Object.keys(api.components).toSorted()).toEqual(['schemas', 'securitySchemes'])
})

test('describes every route and the stream of events, and nothing else', () => {
  const described = Object.values(api.paths).flatMap((methods) => Object.values(methods))
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
    [...Object.keys(routes), ...Object.keys(streamedRoutes), 'followEvents'].toSorted(),
  )
})

test('describes the stream of events as one, with what each event says', () => {
  const stream = api.paths['/api/events/']?.get
  expect(stream?.responses[200]?.content?.['text/event-stream']?.schema).toMatchObject({
    required: ['resource'],
    properties: { resource: { enum: expect.arrayContaining(['projects']) } },
  })
  expect(Object.keys(stream?.responses ?? {})).toEqual(['200', '401', '421', '429', '503'])
})

describe('a route that answers with bytes', () => {
  const streamed = Object.entries<Route>(streamedRoutes)

  test('says who may, how tokens are given and what the bytes are', async () => {
    const wrong = await failing(streamed, ([name, route]) => {
      const { description, parameters } = operationOf(route)
      expect(description).toContain(route.access)
      expect(description.includes('`token`')).toBe(name in pictureRoutes)
      expect(description).toContain(streamedReplies[name as keyof typeof streamedReplies].description)
      expect(parameters.some((each) => each.name === 'token')).toBe(name in pictureRoutes)
    })
    expect(wrong).toEqual([])
  })

  test('names the types and headers of its reply, and every error', async () => {
    const wrong = await failing(streamed, ([name, route]) => {
      const { responses } = operationOf(route)
      const { content = {}, headers = {} } = responses[route.status] ?? {}
      expect(Object.keys(content)).toContain(
        name in pictureRoutes ? 'image/jpeg' : 'application/octet-stream',
      )
      expect(Object.keys(content)).not.toContain('application/json')
      expect(Object.values(headers).every((each) => each.description !== '')).toBe(true)
      expect('304' in responses).toBe('ETag' in headers)
      for (const code of errorsOf(route)) {
        expect(responses[errorCatalogue[code].status]?.description).toContain(`\`${code}\``)
      }
    })
    expect(wrong).toEqual([])
  })
})

test('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(api))).toEqual(api)
})

test('names no dialect inside and refers only to what is there', () => {
  const text = JSON.stringify(api)
  expect(text).not.toContain('$schema')
  expect(text).not.toContain('$defs')
  const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target))
  expect([...references]).toEqual(['#/components/schemas/Error'])
  expect(api.components).toHaveProperty('schemas.Error')
})

test('the error schema has the detail first and the closed set of codes', () => {
  const schema = (api.components.schemas as Record<string, Record<string, unknown>>).Error
  expect(schema).toMatchObject({
    type: 'object',
    required: ['detail', 'code'],
    properties: { detail: { type: 'string' }, code: { enum: Object.keys(errorCatalogue) } },
  })
  expect(Object.keys(schema?.properties ?? {})[0]).toBe('detail')
})

describe('every route', () => {
  test('says who may and what for', async () => {
    const wrong = await failing(all, ([name, route]) => {
      const operation = operationOf(route)
      expect(operation.operationId).toBe(name)
      expect(operation.summary).toBe(route.summary)
      expect(operation.description).toContain(route.access)
      expect(operation.tags).toEqual([route.path.split('/')[0]])
      expect(operation.security).toEqual([{ bearer: [] }])
    })
    expect(wrong).toEqual([])
  })

  test('describes each parameter of its path, required, and each of its query', async () => {
    const wrong = await failing(all, ([, route]) => {
      const { parameters } = operationOf(route)
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each)
      const paths = parameters.filter((each) => each.in === 'path')
      expect(paths.map((each) => each.name)).toEqual(inPath)
      expect(paths.every((each) => each.required)).toBe(true)
      const queries = parameters.filter((each) => each.in === 'query')
      expect(queries.map((each) => each.name)).toEqual(Object.keys(route.query?.shape ?? {}))
    })
    expect(wrong).toEqual([])
  })

  test('describes no parameter twice, and each with a schema', async () => {
    const wrong = await failing(all, ([, route]) => {
      const { parameters } = operationOf(route)
      const names = parameters.map((each) => `${each.in} ${each.name}`)
      expect(names).toEqual([...new Set(names)])
      for (const each of parameters) expect(Object.keys(each.schema), each.name).not.toEqual([])
    })
    expect(wrong).toEqual([])
  })

  test('takes an Idempotency-Key only where it says so', async () => {
    const wrong = await failing(all, ([, route]) => {
      const headers = operationOf(route).parameters.filter((each) => each.in === 'header')
      const idempotent = route.method !== 'GET' && route.idempotent === true
      expect(headers.map((each) => each.name)).toEqual(idempotent ? ['Idempotency-Key'] : [])
    })
    expect(wrong).toEqual([])
  })

  test('describes its body only where it has one, and that unknown keys are refused', async () => {
    const wrong = await failing(all, ([, route]) => {
      if (!route.body) return expect(operationOf(route)).not.toHaveProperty('requestBody')
      expect(operationOf(route).requestBody).toMatchObject({
        required: true,
        content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } },
      })
    })
    expect(wrong).toEqual([])
  })

  test('describes its reply and every error, by status', async () => {
    const wrong = await failing(all, ([, route]) => {
      const { responses } = operationOf(route)
      const codes = errorsOf(route)
      const statuses = new Set([route.status, ...codes.map((code) => errorCatalogue[code].status)])
      expect(Object.keys(responses).toSorted()).toEqual([...statuses].map(String).toSorted())
      expect(responses[route.status]?.content !== undefined).toBe(route.response !== undefined)
      for (const code of codes) {
        const reply = responses[errorCatalogue[code].status]
        expect(reply?.description).toContain(`\`${code}\`: ${errorCatalogue[code].message}`)
        expect(reply?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' })
      }
    })
    expect(wrong).toEqual([])
  })
})

test('a body is described as it is sent: what has a default may be left out', () => {
  const schema = operationOf(routes.createProject).requestBody?.content['application/json'].schema
  expect(schema).toMatchObject({ required: ['name'] })
})

test('a reply is described as it is read: nothing is missing', () => {
  const reply = operationOf(routes.createProject).responses[201]?.content?.['application/json']?.schema
  expect(reply?.required).toEqual(Object.keys(reply?.properties ?? {}))
})
