import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** A request that brought a part, in order of arrival. */
export interface SentPart {
  uploadId: string
  number: number
  /** What the address was signed with: two of one part differ where they were asked for in different seconds. */
  signature: string
  bytes: number
  /**
   * How many were under way when it came and a moment later, itself included. A connection that ends and one that
   * begins may be told of in either order: only what lasts is at once.
   */
  atOnce: number
  /** `under way` until it has ended; `refused` and `cut` by us, `gone`: by its sender or by the server behind. */
  outcome: 'under way' | 'answered' | 'refused' | 'cut' | 'gone'
  /** Of the answer; 0 without one. */
  status: number
}

/** `refuse`: all of it is taken in and answered 500. `cut`: its connection ends half-way. */
export type Fault = 'refuse' | 'cut'

/** Stands where browsers send their parts, before the product or a bucket, and disturbs them when told. */
export interface PartProxy {
  /** To be given to the product as CRESYL_UPLOAD_ORIGIN, or as S3_ENDPOINT. */
  readonly origin: string
  readonly parts: readonly SentPart[]
  underWay(): number
  /** The most parts that were under way at the same moment. */
  mostAtOnce(): number
  /** From now on, every so many parts. 0: none. */
  failEvery(parts: number, fault?: Fault): void
  /** From now on, those of which this is true, and no others. */
  failWhen(isDoomed: (part: SentPart) => boolean, fault?: Fault): void
  /** What passes in a second, of all parts together; null: as fast as it goes. */
  limit(bytesPerSecond: number | null): void
  /** Parts arrive, and the last bytes of each are not passed on until they are released. */
  hold(): void
  /** How many have arrived but for their last bytes. */
  held(): number
  /** Lets so many of those go, oldest first; the others wait on. */
  letGo(parts: number): void
  release(): void
  /** Ends every connection, and each that comes, as a network does that is away. */
  cutOff(): void
  restore(): void
  close(): Promise<void>
}

const partPath = /\/uploads\/([^/]+)\/parts\/(\d+)$/
const isPart = ({ method, url = '/' }: IncomingMessage) => method === 'PUT' && describeAddress(url).number > 0

/** Nothing is kept in memory: what is read from one side is written to the other before more is read. */
export async function openPartProxy(portBehind: number, port = 0): Promise<PartProxy> {
  const parts: SentPart[] = []
  const faults = { isDoomed: (_: SentPart) => false, fault: 'refuse' as Fault }
  let isAway = false
  const pace = createPace()
  let isHolding = false
  let waiting: { part: SentPart; go: () => void }[] = []
  const underWay = () => parts.filter(isUnderWay).length

  const takePart = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const part = describePart(incoming)
    const before = parts.filter(isUnderWay)
    parts.push(part)
    afterAMoment().then(() => {
      part.atOnce += before.filter(isUnderWay).length
    })
    const { fault } = faults
    const isDoomed = faults.isDoomed(part)
    const isRefused = isDoomed && fault === 'refuse'
    const end = (outcome: SentPart['outcome']) => {
      if (part.outcome === 'under way') part.outcome = outcome
    }
    reply.on('close', () => end(reply.writableEnded ? (isRefused ? 'refused' : 'answered') : 'gone'))
    reply.on('finish', () => {
      part.status = reply.statusCode
    })
    const released = async () => {
      if (isHolding) await new Promise<void>((go) => waiting.push({ part, go }))
    }
    if (isRefused) return refuse(incoming, reply, released)
    const stops = (passed: number) => {
      if (!isDoomed || passed < part.bytes / 2) return false
      end('cut')
      return true
    }
    await forward(incoming, reply, { port: portBehind, pace, stops, released })
  }

  const server = createServer({ requestTimeout: 0 }, (incoming, reply) => {
    const { socket } = incoming
    if (isAway) return void socket.destroy()
    const taken = isPart(incoming)
      ? takePart(incoming, reply)
      : forward(incoming, reply, { port: portBehind, pace })
    // Whoever sends learns of a server that is gone as it would without us.
    taken.catch(() => socket.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo

  const failWhen = (isDoomed: (part: SentPart) => boolean, fault: Fault = 'refuse') => {
    Object.assign(faults, { isDoomed, fault })
  }
  // One whose sender is gone waits for nothing.
  const held = () => waiting.filter(({ part }) => isUnderWay(part))
  const letGo = (count: number) => {
    const free = held().slice(0, count)
    waiting = held().filter((each) => !free.includes(each))
    for (const { go } of free) go()
  }
  const release = () => {
    isHolding = false
    letGo(waiting.length)
  }
  return {
    origin: `http://127.0.0.1:${taken}`,
    parts,
    underWay,
    mostAtOnce: () => Math.max(0, ...parts.map(({ atOnce }) => atOnce)),
    failEvery: (every, fault) => {
      let seen = 0
      failWhen(() => {
        seen += 1
        return every > 0 && seen % every === 0
      }, fault)
    },
    failWhen,
    limit: pace.set,
    hold: () => {
      isHolding = true
    },
    held: () => held().length,
    letGo,
    release,
    cutOff: () => {
      isAway = true
      server.closeAllConnections()
    },
    restore: () => {
      isAway = false
    },
    close: async () => {
      release()
      pace.set(null)
      server.closeAllConnections()
      server.close()
    },
  }
}

function describePart({ url = '/', headers }: IncomingMessage): SentPart {
  const bytes = Number(headers['content-length'] ?? 0)
  return { ...describeAddress(url), bytes, atOnce: 1, outcome: 'under way', status: 0 }
}

const isUnderWay = ({ outcome }: SentPart) => outcome === 'under way'

/** Long enough to hear of every connection that had ended by now, however busy the machine is. */
async function afterAMoment(): Promise<void> {
  await sleep(50)
  await nextTurn()
}

/** Ours names the part in its path, that of a bucket in its query. */
function describeAddress(url: string): Pick<SentPart, 'uploadId' | 'number' | 'signature'> {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, uploadId = searchParams.get('uploadId') ?? '', number = searchParams.get('partNumber')] =
    partPath.exec(pathname) ?? []
  return { uploadId, number: Number(number), signature: [...searchParams.values()].join(' ') }
}

/** Resolves when a part need not be held any more. */
type Released = () => Promise<void>

/** After all of it has come: an answer that comes before would reach the page as a broken connection. */
async function refuse(incoming: IncomingMessage, reply: ServerResponse, released: Released): Promise<void> {
  await once(incoming.resume(), 'end')
  await released()
  const allowed = { 'access-control-allow-origin': incoming.headers.origin ?? '*' }
  reply.writeHead(500, { ...allowed, 'content-type': 'application/json' })
  reply.end(JSON.stringify({ code: 'internal', detail: 'This part was not meant to arrive.' }))
}

interface Way {
  port: number
  pace: Pace
  /** Whether both connections end after so many bytes. */
  stops?: (passed: number) => boolean
  released?: Released
}

/**
 * The name that was asked for goes along: the product answers for its own names only, and a bucket's addresses are
 * signed with it. What is held is read to its end all the same, or nobody would hear that its sender is gone.
 */
async function forward(
  incoming: IncomingMessage,
  reply: ServerResponse,
  { port, pace, stops = () => false, released = () => Promise.resolve() }: Way,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  let isAnswered = false
  answered.then(
    () => (isAnswered = true),
    () => {},
  )
  // Told by the answer; one that is written to after it was given up tells it once more.
  outgoing.on('error', () => {})
  reply.on('close', () => outgoing.destroy())
  let last: Buffer = Buffer.alloc(0)
  let passed = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    await pace.wait(piece.length)
    // Whoever answers before the end wants no more of it.
    if (!isAnswered && !outgoing.write(last)) await Promise.race([once(outgoing, 'drain'), answered])
    last = piece
    passed += piece.length
    if (stops(passed)) throw new Error('This part was not meant to arrive.')
  }
  await released()
  outgoing.end(last)
  const [answer] = await answered
  reply.writeHead(answer.statusCode ?? 502, answer.headers)
  for await (const piece of answer as AsyncIterable<Buffer>) {
    if (!reply.write(piece)) await once(reply, 'drain')
  }
  reply.end()
}

interface Pace {
  set(bytesPerSecond: number | null): void
  /** Until so many bytes may pass. */
  wait(bytes: number): Promise<void>
}

function createPace(): Pace {
  let rate: number | null = null
  let free = performance.now()
  return {
    set: (bytesPerSecond) => {
      rate = bytesPerSecond
      free = performance.now()
    },
    wait: async (bytes) => {
      if (rate === null) return
      const start = Math.max(free, performance.now())
      free = start + (bytes / rate) * 1000
      // In short steps, so that a new rate holds at once.
      while (rate !== null && performance.now() < start) {
        await sleep(Math.max(1, Math.min(50, start - performance.now())))
      }
    },
  }
}
