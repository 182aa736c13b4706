import { type Route, route } from '@cresyl/contract/api/route'
import Fastify, { type InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { handleErrors } from '../error-handler.ts'
import { acceptJson } from './json-body.ts'
import { parseRequest } from './parse.ts'

const things = route({
  method: 'PATCH',
  path: 'things/{id}',
  summary: 'Change a thing',
  access: 'member',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({
    limit: z.int('Not a whole number').max(100, 'At most 100').default(50),
    tag: z.array(z.string()).default([]),
  }),
  body: z.strictObject({
    name: z.string().min(1, 'A name is required').optional(),
    size: z.strictObject({ width: z.int('Not a whole number'), height: z.int() }).optional(),
    note: z.string().default(''),
    choice: z
      .union([
        z.strictObject({ ids: z.array(z.int('Not a whole number')) }),
        z.strictObject({
          filter: z.strictObject({ tag: z.string('Not a text') }),
          except: z.int().optional(),
        }),
      ])
      .optional(),
  }),
  status: 200,
  audit: 'project.updated',
})

const bare = route({
  method: 'PATCH',
  path: 'bare',
  summary: 'Takes nothing',
  access: 'member',
  status: 200,
  audit: 'project.updated',
})

const address = '/things/01980f3e-7c2a-7b3c-8d4e-5f6071829304'

/** Through a real server, so that what is parsed is what Fastify hands over. */
async function send(declared: Route, url: string, options: InjectOptions = {}) {
  const app = Fastify()
  handleErrors(app)
  acceptJson(app)
  app.patch(`/${declared.path.replace('{id}', ':id')}`, async (request) => {
    const { params, query, body } = parseRequest(declared, request)
    return { params: params ?? null, query: query ?? null, body: body ?? null }
  })
  const reply = await app.inject({ method: 'PATCH', url, ...options })
  await app.close()
  return { status: reply.statusCode, json: reply.json() }
}

const sendBody = (text: string) =>
  send(things, address, { payload: text, headers: { 'content-type': 'application/json' } })

test('what is right comes through with its defaults', async () => {
  const reply = await send(things, `${address}?tag=a&tag=b`, { payload: { name: 'Lung' } })
  expect(reply).toEqual({
    status: 200,
    json: {
      params: { id: '01980f3e-7c2a-7b3c-8d4e-5f6071829304' },
      query: { limit: 50, tag: ['a', 'b'] },
      body: { name: 'Lung', note: '' },
    },
  })
})

test('no body is an empty one', async () => {
  expect((await send(things, address)).json.body).toEqual({ note: '' })
})

test.each(['null', '[]', '"text"', '7', 'true'])('the body %s is not an object', async (text) => {
  const reply = await sendBody(text)
  expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  expect(reply.json.detail).toMatch(/^Must be an object\.$/)
})

test('each fault is told at its field, and the first one in the detail', async () => {
  expect(await sendBody('{"name": "", "size": {"width": "wide", "height": 1}}')).toEqual({
    status: 400,
    json: {
      detail: 'name: A name is required.',
      code: 'invalid_input',
      fields: {
        name: ['A name is required'],
        'size.width': ['Not a whole number'],
      },
    },
  })
})

test('each unknown key is a fault of its own', async () => {
  expect((await sendBody('{"nmae": "x", "sise": 1}')).json).toEqual({
    detail: 'nmae: Unknown field.',
    code: 'invalid_input',
    fields: { nmae: ['Unknown field'], sise: ['Unknown field'] },
  })
})

test.each([
  ['{"ids": [1], "surprise": 1}', { surprise: ['Unknown field'] }],
  ['{"ids": ["x"]}', { 'choice.ids.0': ['Not a whole number'] }],
  [
    '{"filter": {"tag": 7, "surprise": 1}}',
    { 'choice.filter.tag': ['Not a text'], surprise: ['Unknown field'] },
  ],
  ['{"except": 1}', { 'choice.filter': [expect.any(String)] }],
])('%s is told the faults of the alternative that was meant', async (choice, fields) => {
  expect((await sendBody(`{"choice": ${choice}}`)).json.fields).toEqual(fields)
})

test.each(['{}', '"text"', '{"surprise": 1}', '{"ids": [1], "filter": {"tag": "x"}}'])(
  '%s could be any alternative, so it is told at the field',
  async (choice) => {
    expect((await sendBody(`{"choice": ${choice}}`)).json.fields).toEqual({ choice: [expect.any(String)] })
  },
)

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the key %s is unknown like any other, in body and query',
  async (key) => {
    const refused = { status: 400, json: { detail: `${key}: Unknown field.`, code: 'invalid_input' } }
    expect(await sendBody(`{"${key}": {"admin": true}}`)).toMatchObject(refused)
    expect(await send(things, `${address}?${key}=1`)).toMatchObject(refused)
    expect({}).not.toHaveProperty('admin')
  },
)

describe('the address', () => {
  test.each(['/things/7', '/things/%00', "/things/'or'1'='1", '/things/01980f3e-7c2a-7b3c-8d4e-5f607182930'])(
    '%s names nothing',
    async (url) => {
      expect(await send(things, url)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    },
  )

  test.each([
    ['limit=x', 'limit: Not a whole number.'],
    ['limit=1e1', 'limit: Not a whole number.'],
    ['limit=101', 'limit: At most 100.'],
    ['limit=1&limit=2', 'limit: Not a whole number.'],
    ['surprise=1', 'surprise: Unknown field.'],
  ])('?%s is refused', async (query, detail) => {
    expect(await send(things, `${address}?${query}`)).toMatchObject({ status: 400, json: { detail } })
  })
})

describe('a route that takes nothing', () => {
  test('gets nothing', async () => {
    expect((await send(bare, '/bare')).json).toEqual({ params: null, query: {}, body: {} })
  })

  test('refuses parameters', async () => {
    expect(await send(bare, '/bare?surprise=1')).toEqual({
      status: 400,
      json: {
        detail: 'surprise: Unknown field.',
        code: 'invalid_input',
        fields: { surprise: ['Unknown field'] },
      },
    })
  })
})
