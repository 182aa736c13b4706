import { type ErrorCode, errorBody, errorCatalogue } from './api/errors.ts'
import { errorsOf, type Route } from './api/route.ts'
import { z } from './api/zod.ts'
import { changeEvent, eventStream } from './events.ts'
import { routes } from './routes.ts'
import { streamedReplies } from './streamed-replies.ts'
import { pictureRoutes, type StreamedRouteName, streamedRoutes } from './streamed-routes.ts'

type JsonSchema = Record<string, unknown>
type Content = Record<string, { schema: JsonSchema }>

interface Reply {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, Reply>
  security: Record<string, string[]>[]
}

export interface ApiDescription {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, unknown>
}

/** OpenAPI 3.1, from the one list of routes. */
export function describeApi(origin: string, version: string): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = `/api/${route.path}/`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(name, route) }
  }
  for (const name of Object.keys(streamedRoutes) as StreamedRouteName[]) {
    paths[`/api/${streamedRoutes[name].path}/`] = { get: describeStreamed(name) }
  }
  paths[`/api/${eventStream.path}/`] = { get: describeEvents() }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cresyl',
      version,
      description:
        'A platform for digital pathology. Every request carries an access token: `Authorization: Bearer …`. ' +
        'Lists answer `{count, next, previous, results}`; errors answer `{detail, code, fields?}`.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function describeRoute(name: string, route: Route): Operation {
  return {
    operationId: name,
    summary: route.summary,
    description: describeAccess(route),
    tags: [route.path.split('/')[0] ?? ''],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...headersOf(route),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
      },
    }),
    responses: { [route.status]: replyOf(route), ...errorReplies(errorsOf(route)) },
    security: [{ bearer: [] }],
  }
}

/** What comes is a picture or other bytes: their type says which. */
function describeStreamed(name: StreamedRouteName): Operation {
  const route = streamedRoutes[name]
  const { description, types, headers, revalidates } = streamedReplies[name]
  const described = describeRoute(name, route)
  const inAddress =
    ' The access token may also be the query parameter `token`, for pictures that browsers load themselves.'
  const access = `${described.description}${name in pictureRoutes ? inAddress : ''}`
  const bytes = { schema: { type: 'string', format: 'binary' } }
  return {
    ...described,
    description: `${access}\n\n${description}`,
    responses: {
      ...described.responses,
      [route.status]: {
        description: 'The bytes',
        headers: Object.fromEntries(
          Object.entries(headers).map(([header, says]) => [
            header,
            { description: says, schema: { type: 'string' } },
          ]),
        ),
        content: Object.fromEntries(types.map((type) => [type, bytes])),
      },
      ...(revalidates && { 304: { description: 'Not changed since the version in `If-None-Match`' } }),
    },
  }
}

function describeEvents(): Operation {
  return {
    operationId: 'followEvents',
    summary: 'Follows what changes in the organisation',
    description:
      'For every member. The reply goes on until the access token expires: come back with a fresh one. The ' +
      `event ${eventStream.change} is a hint that something changed that you may read; the event ` +
      `${eventStream.reset} means that some may have been missed. A comment comes every ` +
      `${eventStream.heartbeatSeconds} seconds.`,
    tags: [eventStream.path],
    parameters: [],
    responses: {
      200: {
        description: 'Server-sent events; the data of each change has this schema.',
        content: { 'text/event-stream': { schema: schemaOf(changeEvent, 'output') } },
      },
      ...errorReplies(eventStream.errors),
    },
    security: [{ bearer: [] }],
  }
}

function describeAccess({ access, inPerson }: Route): string {
  const who =
    access === 'member'
      ? 'For every member.'
      : access === 'superadmin'
        ? 'For superadmins.'
        : `Needs ${access}.`
  return inPerson ? `${who} Not with an API token.` : who
}

function parametersOf(schema: z.ZodObject | undefined, where: 'path' | 'query'): Operation['parameters'] {
  if (!schema) return []
  const described = schemaOf(schema, 'input')
  const required = new Set((described.required as string[] | undefined) ?? [])
  return Object.entries(described.properties as Record<string, JsonSchema>).map(([name, each]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: each,
  }))
}

function headersOf(route: Route): Operation['parameters'] {
  if (route.method === 'GET' || !route.idempotent) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ]
}

function replyOf(route: Route) {
  if (!route.response) return { description: 'Done' }
  return {
    description: 'Done',
    content: { 'application/json': { schema: schemaOf(route.response, 'output') } },
  }
}

/** One entry a status, naming every code that comes with it. */
function errorReplies(codes: readonly ErrorCode[]): Operation['responses'] {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => [
      status,
      {
        description: alike.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
        content,
      },
    ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
