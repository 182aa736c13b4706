import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { takeOrders } from '../support/child.ts'

/** Answers every request with the content of one file, and does nothing else: what node:http itself costs. */
takeOrders(async ({ file }: { file: string }) => {
  const content = await readFile(file)
  const headers = { 'content-type': 'image/jpeg', 'content-length': content.length }
  const server = createServer((_request, reply) => reply.writeHead(200, headers).end(content))
  process.on('disconnect', () => process.exit())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
})
