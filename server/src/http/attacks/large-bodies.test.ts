import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { annotationLimits, requestLimits } from '@cresyl/contract/api/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { makeSlide } from '../test-support/slides-examples.ts'

let api: TestApi
let port: number

beforeAll(async () => {
  api = await openTestApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as { port: number }).port
})

afterAll(() => api.close())

/** Says that 40 MB are coming, and sends the beginning of them. */
function begin(member: TestMember, path: string, start = ''): Socket {
  const { host } = new URL(api.context.config.origin)
  const socket = connect(port, '127.0.0.1')
  const headers = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${member.token}`,
    'Content-Type: application/json',
    'Content-Length: 40000000',
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n${start}`)
  return socket
}

/** As far as it has come when what is looked for is there. */
async function replyUntil(socket: Socket, wanted: string): Promise<string> {
  let heard = ''
  for await (const piece of socket.setEncoding('utf8')) {
    heard += piece
    if (heard.includes(wanted)) break
  }
  socket.destroy()
  return heard
}

test('compressed bodies are refused: a few bytes could become many', async () => {
  const reply = await request(api, api.home.guest, {
    method: 'POST',
    url: '/api/annotations/download-url/',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ image_id: newId(), id: [newId()] })),
  })
  expect(reply.status).toBe(415)
  expect(reply.json.detail).toBe('Compressed bodies are not accepted. Send it without Content-Encoding.')
})

test.each([
  ['nested too deep', `{"image_id":${'['.repeat(100)}`, 'nested more than 64 levels deep'],
  [
    'of too many keys',
    `{${Array.from({ length: 2 + annotationLimits.body / 50 }, (_, n) => `"${n}":1`)}`,
    'keys',
  ],
])('what is %s is refused while it arrives', async (_what, start, sentence) => {
  const heard = await replyUntil(begin(api.home.user, '/api/annotations/', start), '}')
  expect(heard).toMatch(/^HTTP\/1\.1 400 /)
  expect(heard).toContain(sentence)
})

test('a guest can send no more than the ids of a selection need', async () => {
  const heard = await replyUntil(begin(api.home.guest, '/api/annotations/download-url/'), '}')
  expect(heard).toMatch(/^HTTP\/1\.1 413 /)
})

test('a large one is parsed in a thread, comes out the same, and is refused by the same sentences', async () => {
  const { imageId } = await makeSlide(api, api.home.user)
  const corners = 5000
  const ring = Array.from({ length: corners }, (_, n) => {
    const angle = (2 * Math.PI * n) / corners
    return [500 + 300 * Math.cos(angle), 400 + 300 * Math.sin(angle)]
  })
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
  const send = (body: object) =>
    request(api, api.home.user, { method: 'POST', url: '/api/annotations/', body })
  const body = { image_id: imageId, geometry, shape: 'polygon' }
  expect(JSON.stringify(body).length).toBeGreaterThan(requestLimits.jsonBody)
  const made = await send(body)
  expect(made.status, made.text.slice(0, 300)).toBe(201)
  expect(made.json.geometry).toEqual(geometry)
  const refused = await send({ ...body, surprise: true })
  expect([refused.status, refused.json.detail]).toEqual([400, 'surprise: Unknown field.'])
  const broken = await request(api, api.home.user, {
    method: 'POST',
    url: '/api/annotations/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body).slice(0, -1),
  })
  expect([broken.status, broken.json.code]).toEqual([400, 'malformed_json'])
})

test('one person sends three large ones at once, and others are not kept from theirs', async () => {
  const held = [1, 2, 3].map(() => begin(api.home.user, '/api/annotations/', '{'))
  for (const socket of held) await new Promise((resolve) => socket.once('connect', resolve))
  // Each was admitted when a fourth is refused.
  await expect
    .poll(async () => {
      const heard = await replyUntil(begin(api.home.user, '/api/annotations/', '[[1'.repeat(50)), '}')
      return (
        heard.includes('HTTP/1.1 429 ') && heard.includes('Large requests are being read for you already')
      )
    })
    .toBe(true)
  const others = begin(api.home.manager, '/api/annotations/', '['.repeat(100))
  expect(await replyUntil(others, '}')).toMatch(/^HTTP\/1\.1 400 /)
  for (const socket of held) socket.destroy()
  await expect
    .poll(() => replyUntil(begin(api.home.user, '/api/annotations/', '['.repeat(100)), '}'))
    .toMatch(/^HTTP\/1\.1 400 /)
})
