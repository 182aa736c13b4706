import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { TileConnection } from './connection.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** Answers the nth request of all with these pieces, each once the one before has arrived. */
async function connectionTo(replies: readonly (readonly string[])[], afterReply?: (socket: Socket) => void) {
  let [requests, connections] = [0, 0]
  let client: Socket | undefined
  const onConnect = (message: unknown) => {
    client = (message as { socket: Socket }).socket
  }
  subscribe('net.client.socket', onConnect)
  const server = createServer((socket) => {
    connections += 1
    socket.on('data', async () => {
      for (const piece of replies[requests++] ?? []) {
        const arrived = client && once(client, 'data')
        socket.write(piece)
        await arrived
      }
      afterReply?.(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = new TileConnection((server.address() as AddressInfo).port)
  endings.push(
    () => connection.end(),
    () => server.close(),
    () => unsubscribe('net.client.socket', onConnect),
  )
  return { connection, connections: () => connections }
}

const ask = 'GET / HTTP/1.1\r\n\r\n'

test('replies that come in pieces are waited for to their last byte, on one connection', async () => {
  const { connection, connections } = await connectionTo([
    ['HTTP/1.1 200 OK\r\nContent-Le', 'ngth: 5\r\n\r', '\nab', 'cde'],
    ['HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'],
    ['HTTP/1.1 304 Not Modified\r\nContent-Length: 14000\r\n\r\n'],
  ])
  expect(await connection.ask(ask)).toEqual({ status: 200, bytes: 5 })
  expect(await connection.ask(ask)).toEqual({ status: 404, bytes: 0 })
  expect((await connection.ask(ask)).status).toBe(304)
  expect(connections()).toBe(1)
})

test('a server that closes after its reply gets the next request on a new connection', async () => {
  const reply = ['HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na']
  const { connection, connections } = await connectionTo([reply, reply], (socket) => socket.end())
  await connection.ask(ask)
  await connection.ask(ask)
  expect(connections()).toBe(2)
})

test('a reply without a length and one that is cut off are failures', async () => {
  const unknown = await connectionTo([['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n']])
  await expect(unknown.connection.ask(ask)).rejects.toThrow('does not tell its length')
  const cut = await connectionTo([['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab']], (socket) =>
    socket.end(),
  )
  await expect(cut.connection.ask(ask)).rejects.toThrow('closed the connection')
})
