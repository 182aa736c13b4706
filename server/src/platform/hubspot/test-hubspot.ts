import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What happens to a request instead of a good answer. `lost`: it is carried out, and the connection breaks. */
export type Misfortune =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'silent'
  | 'lost'
  | 'nonsense'
  | 'html'

export interface KeptTicket {
  id: string
  properties: Record<string, string>
  associations?: unknown
}

export interface TestHubSpot {
  url: string
  tickets: KeptTicket[]
  contacts: KeptTicket[]
  files: { id: string; body: string }[]
  /** Linked to a ticket. */
  emails: (KeptTicket & { ticketId: string })[]
  notes: { properties: Record<string, string>; associations: unknown }[]
  /** `POST /crm/v3/objects/tickets` and the like, in the order they came. */
  requests: string[]
  tokens: Set<string | undefined>
  /** What the next requests to paths that start like this meet, one each. */
  meet(path: string, ...misfortunes: Misfortune[]): void
  close(): Promise<void>
}

const time = '2026-11-01T00:00:00.000Z'
const stage = (id: string, label: string, ticketState: string, displayOrder: number) => ({
  id,
  label,
  displayOrder,
  archived: false,
  createdAt: time,
  updatedAt: time,
  metadata: { ticketState, isClosed: String(ticketState === 'CLOSED') },
})
const pipelines = {
  results: [
    {
      id: '77',
      label: 'Second line',
      displayOrder: 1,
      archived: false,
      createdAt: time,
      updatedAt: time,
      stages: [stage('771', 'In', 'OPEN', 0)],
    },
    {
      id: '0',
      label: 'Support Pipeline',
      displayOrder: 0,
      archived: false,
      createdAt: time,
      updatedAt: time,
      stages: [stage('4', 'Closed', 'CLOSED', 3), stage('1', 'New', 'OPEN', 0)],
    },
  ],
}
const option = (value: string, label: string, hidden = false) => ({ value, label, hidden, displayOrder: 0 })
const category = {
  name: 'hs_ticket_category',
  label: 'Category',
  type: 'enumeration',
  fieldType: 'checkbox',
  options: [
    option('PRODUCT_ISSUE', 'Product Issue'),
    option('GENERAL_INQUIRY', 'General Inquiry'),
    option('OLD', 'Old', true),
  ],
}

/** Answers as HubSpot documents for tickets (CRM v3), as far as we ask; and in the ways that networks fail. */
export async function startTestHubSpot(): Promise<TestHubSpot> {
  const kept: Pick<TestHubSpot, 'tickets' | 'contacts' | 'files' | 'notes' | 'emails'> = {
    tickets: [],
    contacts: [],
    files: [],
    notes: [],
    emails: [],
  }
  const requests: string[] = []
  const tokens: TestHubSpot['tokens'] = new Set()
  const awaiting: { path: string; misfortune: Misfortune }[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const { pathname: path, searchParams } = new URL(url, 'http://x')
    const body = await text(request)
    requests.push(`${method} ${path}`)
    tokens.add(request.headers.authorization)
    const at = awaiting.findIndex((each) => `${method} ${path}`.startsWith(each.path))
    const [met] = at === -1 ? [] : awaiting.splice(at, 1)
    if (met === undefined) return reply(response, ...carryOut(`${method} ${path}`, body, searchParams))
    const { misfortune } = met
    if (misfortune === 'silent') return
    if (misfortune === 'lost') {
      carryOut(`${method} ${path}`, body, searchParams)
      request.socket.destroy()
    } else if (misfortune === 'nonsense') {
      response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id": ')
    } else if (misfortune === 'html') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Maintenance</html>')
    } else {
      reply(response, misfortune.status, misfortune.body ?? {}, misfortune.headers)
    }
  }

  /** One object by its number, or by a property that tells objects apart. */
  function readOne(what: string, query: URLSearchParams): [number, unknown] | undefined {
    const [, kind, id = ''] = /^GET \/crm\/v3\/objects\/(tickets|contacts)\/(.+)$/.exec(what) ?? []
    if (kind === undefined) return undefined
    const by = query.get('idProperty')
    const wanted = decodeURIComponent(id)
    const found = kept[kind as 'tickets' | 'contacts'].find((each) =>
      by === null ? each.id === wanted : each.properties[by] === wanted,
    )
    if (found === undefined)
      return [404, { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'resource not found' }]
    const properties = { hs_lastmodifieddate: time, ...found.properties }
    return [200, { id: found.id, properties, createdAt: time, updatedAt: time, archived: false }]
  }

  function readLinked(what: string): [number, unknown] | undefined {
    const [, id] = /^GET \/crm\/v4\/objects\/tickets\/(\d+)\/associations\/emails$/.exec(what) ?? []
    if (id === undefined) return undefined
    if (!kept.tickets.some((each) => each.id === id)) return [404, { status: 'error', message: 'not found' }]
    const associationTypes = [{ category: 'HUBSPOT_DEFINED', typeId: 223, label: null }]
    const results = kept.emails
      .filter(({ ticketId }) => ticketId === id)
      .map((email) => ({ toObjectId: Number(email.id), associationTypes }))
    return [200, { results }]
  }

  function carryOut(what: string, body: string, query: URLSearchParams): [number, unknown] {
    const one = readOne(what, query) ?? readLinked(what)
    if (one !== undefined) return one
    switch (what) {
      case 'GET /crm/v3/pipelines/tickets':
        return [200, pipelines]
      case 'GET /crm/v3/properties/tickets/hs_ticket_category':
        return [200, category]
      case 'POST /crm/v3/objects/tickets': {
        const id = String(9000 + kept.tickets.length)
        const { properties, associations } = JSON.parse(body)
        kept.tickets.push({ id, properties, associations })
        return [201, { id, properties, createdAt: time, updatedAt: time, archived: false }]
      }
      case 'POST /crm/v3/objects/tickets/search': {
        const { propertyName, operator, value } = JSON.parse(body).filterGroups[0].filters[0]
        if (operator !== 'CONTAINS_TOKEN') return [400, { status: 'error', message: 'Invalid operator' }]
        const words = (subject = '') => subject.split(/[^\p{L}\p{N}]+/u)
        const results = kept.tickets
          .filter(({ properties }) => words(properties[propertyName]).includes(value))
          .map((ticket) => ({ ...ticket, createdAt: time, updatedAt: time, archived: false }))
        return [200, { total: results.length, results }]
      }
      case 'POST /crm/v3/objects/contacts': {
        const { properties } = JSON.parse(body)
        const before = kept.contacts.find((each) => each.properties.email === properties.email)
        if (before) {
          const message = `Contact already exists. Existing ID: ${before.id}`
          return [409, { status: 'error', category: 'CONFLICT', message }]
        }
        const id = String(300 + kept.contacts.length)
        kept.contacts.push({ id, properties })
        return [201, { id, properties, createdAt: time, updatedAt: time, archived: false }]
      }
      case 'POST /crm/v3/objects/emails/batch/read': {
        const { inputs, properties: wanted } = JSON.parse(body) as {
          inputs: { id: string }[]
          properties: string[]
        }
        const results = kept.emails
          .filter(({ id }) => inputs.some((input) => input.id === id))
          .map(({ id, properties }) => ({
            id,
            createdAt: time,
            updatedAt: time,
            archived: false,
            properties: Object.fromEntries(wanted.map((name) => [name, properties[name] ?? null])),
          }))
        return [200, { status: 'COMPLETE', results, startedAt: time, completedAt: time }]
      }
      case 'POST /files/v3/files': {
        const id = String(500 + kept.files.length)
        kept.files.push({ id, body })
        return [201, { id, access: 'PRIVATE' }]
      }
      case 'POST /crm/v3/objects/notes': {
        const note = JSON.parse(body)
        kept.notes.push(note)
        return [201, { id: '700', ...note, createdAt: time, updatedAt: time, archived: false }]
      }
      default:
        return [404, { status: 'error', message: `Nothing at ${what}` }]
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...kept,
    requests,
    tokens,
    url: `http://127.0.0.1:${port}`,
    meet: (path, ...misfortunes) => awaiting.push(...misfortunes.map((misfortune) => ({ path, misfortune }))),
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json;charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}
