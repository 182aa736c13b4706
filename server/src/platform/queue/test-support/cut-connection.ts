import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface CutConnection {
  /** Leads to the same database as long as it isn't cut. */
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
  /** Nothing passes any more, and neither end is told, until it passes after all. */
  silence(): void
  speak(): void
}

/** Another way to the database, which can be cut as if its server had died. */
export async function openCutConnection(databaseUrl: string): Promise<CutConnection> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.pipe(to)
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname)
      pass(client, upstream)
      pass(upstream, client)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut: async () => {
      if (!server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    mend: async () => {
      server = await listen(port)
    },
    silence: () => {
      for (const socket of sockets) socket.pause()
    },
    speak: () => {
      for (const socket of sockets) socket.resume()
    },
  }
}
