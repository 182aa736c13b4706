import { ApiError, type ErrorCode, errorBody, errorCatalogue } from '@cresyl/contract/api/errors'
import { errorsOf, type Route, type RouteReply, type RouteRequest } from '@cresyl/contract/api/route'
import type { z } from '@cresyl/contract/api/zod'
import { type ChangeEvent, changeEvent, eventStream } from '@cresyl/contract/events'
import { type RouteName, type Routes, routes } from '@cresyl/contract/routes'

type Reply<Name extends RouteName> = RouteReply<Routes[Name]>
/** What the server says to a call: a reply, or how one is made. An ApiError that is thrown is a refusal. */
type Answer<Name extends RouteName> =
  | Reply<Name>
  | ((request: RouteRequest<Routes[Name]>) => Reply<Name> | Promise<Reply<Name>>)
export type Answers = { [Name in RouteName]?: Answer<Name> }

/** Any route can be answered like this, whatever it is about. */
const anywhere: readonly ErrorCode[] = ['internal', 'unavailable', 'rate_limited', 'request_timeout']

interface Sent {
  name: RouteName
  request: { params: unknown; query: unknown; body: unknown }
  idempotencyKey: string | null
}

/** The API, made of answers: what the contract does not allow, asked or answered, is a fault of the test. */
export class TestServer {
  readonly faults: string[] = []
  readonly #answers: Answers
  readonly #sent: Sent[] = []
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  #isCut = false

  constructor(answers: Answers) {
    this.#answers = { ...answers }
  }

  /** Answers that hold from now on. */
  answer(answers: Answers): void {
    Object.assign(this.#answers, answers)
  }

  /** What was asked of a route until now, oldest first. */
  sent<Name extends RouteName>(name: Name): RouteRequest<Routes[Name]>[] {
    const asked = this.#sent.filter((each) => each.name === name)
    return asked.map(({ request }) => request as RouteRequest<Routes[Name]>)
  }

  idempotencyKeys(name: RouteName): (string | null)[] {
    return this.#sent.filter((each) => each.name === name).map((each) => each.idempotencyKey)
  }

  /** Hints over the stream that something has changed. */
  tell(change: ChangeEvent): void {
    const lines = `event: ${eventStream.change}\ndata: ${JSON.stringify(changeEvent.parse(change))}\n\n`
    for (const stream of this.#streams) stream.enqueue(new TextEncoder().encode(lines))
  }

  /** As when the cable is out, until it is in again: nothing is answered, and streams end. */
  setCut(isCut: boolean): void {
    this.#isCut = isCut
    if (!isCut) return
    for (const stream of this.#streams) stream.error(new TypeError('Failed to fetch'))
    this.#streams.clear()
  }

  readonly fetch: typeof fetch = async (address, init) => {
    if (this.#isCut) unreachable()
    const url = new URL(String(address), location.origin)
    const path = url.pathname.replace(/^\/api\/|\/$/g, '')
    if (path === eventStream.path) return this.#openStream(init?.signal)
    try {
      const response = await this.#reply(path, url.searchParams, init)
      init?.signal?.throwIfAborted()
      return response
    } catch (error) {
      if (!isExpected(error)) this.faults.push(`${init?.method} ${path}: ${error}`)
      throw error
    }
  }

  async #reply(path: string, search: URLSearchParams, init?: RequestInit): Promise<Response> {
    const name = routeAt(init?.method ?? 'GET', path)
    if (!name) throw new Error('there is no such route')
    const route: Route = routes[name]
    const params = route.params?.safeParse(paramsOf(route.path, path))
    // An id that can't be one names nothing.
    if (params?.success === false) return refusal(new ApiError('not_found'))
    const request = {
      params: params?.data,
      query: route.query?.parse(queryOf(route.query, search)),
      body: route.body?.parse(JSON.parse(String(init?.body))),
    }
    this.#sent.push({ name, request, idempotencyKey: new Headers(init?.headers).get('Idempotency-Key') })
    if (!(name in this.#answers)) throw new Error(`the test has no answer for ${name}`)
    const answer: unknown = this.#answers[name]
    try {
      const reply = typeof answer === 'function' ? await answer(request) : answer
      if (!route.response) return new Response(null, { status: route.status })
      return Response.json(allowed(route.response, reply), { status: route.status })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const known = [...errorsOf(route), ...anywhere]
      if (!known.includes(error.code)) throw new Error(`${name} does not refuse with ${error.code}`)
      return refusal(error)
    }
  }

  #openStream(signal?: AbortSignal | null): Response {
    let own: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller
        this.#streams.add(controller)
        signal?.addEventListener('abort', () => {
          this.#streams.delete(controller)
          controller.error(signal.reason)
        })
      },
      cancel: () => void this.#streams.delete(own),
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
}

const refusal = (error: ApiError): Response =>
  Response.json(allowed(errorBody, error.toBody()), { status: error.status })

/** A refusal, in the words of the catalogue or in others. */
export function refuse(code: ErrorCode, extras?: ConstructorParameters<typeof ApiError>[1]): () => never {
  return () => {
    throw new ApiError(code, extras)
  }
}

/** The same answer, but not before something has happened. */
export function after<Request, Given>(happened: Promise<unknown>, answer: (request: Request) => Given) {
  return async (request: Request): Promise<Awaited<Given>> => {
    await happened
    return await answer(request)
  }
}

/** As when the cable is out. */
export function unreachable(): never {
  throw new TypeError('Failed to fetch')
}

/** The rows that a page of a list asks for. */
export function pageOf<Item>(rows: readonly Item[], { limit, offset }: { limit: number; offset: number }) {
  const results = limit === -1 ? [...rows] : rows.slice(offset, offset + limit)
  return { count: rows.length, next: null, previous: null, results }
}

export const emptyPage = { count: 0, next: null, previous: null, results: [] }

const isExpected = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'Failed to fetch') ||
  (error instanceof DOMException && error.name === 'AbortError')

/** As it goes over the wire: a field that the contract does not know is a fault too. */
function allowed(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.parse(value)
  const unknown = fieldsBeyond(value, parsed)
  if (unknown.length > 0) throw new Error(`the contract does not know ${unknown.join(', ')}`)
  return parsed
}

function fieldsBeyond(given: unknown, known: unknown, path = ''): string[] {
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const at = `${path}/${key}`
    if (typeof known !== 'object' || known === null || !(key in known)) return [at]
    return fieldsBeyond(value, known[key as keyof typeof known], at)
  })
}

/** Of two that fit, the one with more words of its own: `slides/recent`, not `slides/{id}`. */
function routeAt(method: string, path: string): RouteName | undefined {
  const fitting = Object.entries(routes).filter(
    ([, route]) => route.method === method && patternOf(route.path).test(path),
  )
  const parameters = ({ path }: Route) => path.split('{').length
  return fitting.sort(([, a], [, b]) => parameters(a) - parameters(b))[0]?.[0] as RouteName | undefined
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

function paramsOf(pattern: string, path: string): Record<string, string> {
  const found = Object.entries(patternOf(pattern).exec(path)?.groups ?? {})
  return Object.fromEntries(found.map(([key, value]) => [key, decodeURIComponent(value)]))
}

/** Values arrive as text: each becomes what its schema speaks of. */
function queryOf(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const texts = search.getAll(key)
      const candidates = [texts[0], texts, Number(texts[0]), texts[0] === 'true', texts.map(Number)]
      const fitting = candidates.find((each) => (schema.shape[key] as z.ZodType).safeParse(each).success)
      return [key, fitting ?? texts[0]]
    }),
  )
}

/** The sentence of the catalogue. */
export const sentenceOf = (code: ErrorCode): string => errorCatalogue[code].message
