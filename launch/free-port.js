import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that nobody listened on a moment ago. @returns {Promise<number>} */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A server on a port has no port.')
  return address.port
}
