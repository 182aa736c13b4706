import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'

const networks = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']

test.each([
  ['127.0.0.1', undefined],
  ['127.0.0.1', '192.0.2.7'],
  ['127.0.0.1', '192.0.2.7, 10.1.2.3'],
  ['127.0.0.1', '198.51.100.1, 192.0.2.7, 10.1.2.3, fd00::1'],
  ['127.0.0.1', '10.1.2.3'],
  ['192.0.2.9', '198.51.100.1'],
  ['fd12::5', '2001:db8::1'],
  ['::1', '2001:db8::1'],
])('from %s with %s it is who the framework says', async (remoteAddress, forwarded) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  for (const trusted of [networks, []]) {
    const app = Fastify({ trustProxy: trusted.length > 0 ? trusted : false })
    const found: string[] = []
    app.get('/', async (request) => {
      found.push(request.ip, createClientAddress(trusted)(request.raw as IncomingMessage))
    })
    await app.inject({ url: '/', headers, remoteAddress })
    await app.close()
    expect(found[1]).toBe(found[0])
  }
})
