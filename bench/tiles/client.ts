import { setTimeout as sleep } from 'node:timers/promises'
import { takeOrders } from '../support/child.ts'
import { TileConnection } from './connection.ts'

/** Paths are asked for one after the other on all connections, each of which waits for its reply. */
export interface AskOrder {
  port: number
  /** What every request says beside its path, line by line. */
  headers: readonly string[]
  paths: readonly string[]
  /** Of the paths, where a reply without content is asked for. */
  etags?: readonly string[]
  connections: number
  status: number
  /** How many are asked for in a second; as many as there is time for where left out. */
  perSecond?: number | undefined
}

export interface AskReport {
  milliseconds: number
  /** Of one reply, from the request until its last byte, ms. */
  median: number
  percentile99: number
  /** Of all contents. */
  bytes: number
}

/** Runs in a process of its own, whose work is nobody's figure. */
takeOrders(async (order: AskOrder): Promise<AskReport> => {
  const { port, headers, paths, etags, connections, status, perSecond = Number.POSITIVE_INFINITY } = order
  const common = ['HTTP/1.1', `Host: localhost:${port}`, ...headers].join('\r\n')
  const requestOf = (index: number) => {
    const known = etags === undefined ? '' : `\r\nIf-None-Match: ${etags[index]}`
    return `GET ${paths[index]} ${common}${known}\r\n\r\n`
  }
  const durations = new Float64Array(paths.length)
  let [next, bytes] = [0, 0]
  const begin = performance.now()
  const askSome = async () => {
    const connection = new TileConnection(port)
    for (let index = next++; index < paths.length; index = next++) {
      const early = begin + (index / perSecond) * 1000 - performance.now()
      if (early > 0) await sleep(early)
      const since = performance.now()
      const reply = await connection.ask(requestOf(index))
      durations[index] = performance.now() - since
      bytes += reply.bytes
      if (reply.status !== status) throw new Error(`${paths[index]} was answered with ${reply.status}`)
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: connections }, askSome))
  const milliseconds = performance.now() - begin
  durations.sort()
  const at = (share: number) => durations[Math.floor(share * (durations.length - 1))] ?? Number.NaN
  return { milliseconds, median: at(0.5), percentile99: at(0.99), bytes }
})
