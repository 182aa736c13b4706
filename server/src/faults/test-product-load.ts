import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pino from 'pino'
import { expect } from 'vitest'
import { parseConfig } from '../platform/config/config.ts'
import { organizations } from '../platform/db/schema/index.ts'
import { newId } from '../platform/id.ts'
import { type OpenContext, openContext } from '../platform/open-context.ts'
import { findRunningPostgres } from '../platform/postgres/runtime-file.ts'
import { sendJob } from '../platform/queue/send-job.ts'
import type { CompletedPart, ObjectKey, UploadReference } from '../platform/storage/storage.ts'
import { bytesOf, collect } from '../platform/storage/test-support/samples.ts'
import type { ProductPlace } from '../test-product.ts'

const partSize = 256 * 1024
const partCount = 3
/** So many jobs at most wait at once. */
const backlog = 10

interface Sending {
  key: ObjectKey
  upload: UploadReference
  bytes: Buffer
  acknowledged: CompletedPart[]
  complete: boolean
}

export interface Beside extends OpenContext {
  databaseUrl: string
  organizationId: string
}

/** What a process of the product has, in the test itself: on the same folder, the same secrets and database. */
export async function openBeside({ dataDir, environment }: ProductPlace): Promise<Beside> {
  const config = parseConfig(environment, dataDir)
  const databaseUrl =
    config.database.kind === 'external' ? config.database.url : ((await findRunningPostgres(dataDir)) ?? '')
  const opened = await openContext({ config, databaseUrl, log: pino({ level: 'silent' }) })
  const [demo] = await opened.context.database.asSystem((tx) =>
    tx.select().from(organizations).where(eq(organizations.name, 'demo')),
  )
  return { ...opened, databaseUrl, organizationId: demo?.id ?? '' }
}

export interface ProductLoad {
  parts(): number
  jobs: readonly string[]
  /** From now on by way of this one: the product was started anew. */
  moveTo(beside: Beside): void
  stop(): Promise<void>
  /** Every acknowledged part is there and every completed file is what was sent. */
  expectKept(): Promise<void>
}

/** Sends parts through the product and jobs to it, one after the other, until stopped. */
export function startLoad(first: Beside): ProductLoad {
  let beside = first
  let stopped = false
  const sendings: Sending[] = []
  const jobs: string[] = []

  const tryUntilStopped = async (act: () => Promise<unknown>) => {
    while (!stopped) {
      const done = await act().then(
        () => true,
        () => false,
      )
      if (done) return
      await sleep(50)
    }
  }

  const sendFiles = async () => {
    for (let n = 1; !stopped; n += 1) {
      const { organizationId } = beside
      const key = { organizationId, path: `files/${newId()}/original` }
      const bytes = bytesOf(key.path, partCount * partSize)
      await tryUntilStopped(async () => {
        const upload = await storage().uploads.begin({ ...key, size: bytes.length, partSize })
        sendings.push({ key, upload, bytes, acknowledged: [], complete: false })
      })
      const sending = sendings.at(-1)
      if (sending === undefined) return
      // Some are left alone half-way.
      const wanted = n % 4 === 0 ? partCount - 1 : partCount
      for (let number = 1; number <= wanted; number += 1)
        await tryUntilStopped(() => sendNext(sending, number))
      if (sending.acknowledged.length === partCount) await tryUntilStopped(() => complete(sending))
    }
  }

  const storage = () => beside.context.storage

  const sendNext = async ({ upload, bytes, acknowledged }: Sending, partNumber: number) => {
    const part = bytes.subarray((partNumber - 1) * partSize, partNumber * partSize)
    const etag = await putSlowly(await storage().uploads.partUrl(upload, partNumber), part)
    expect(etag).toBe(createHash('sha256').update(part).digest('hex'))
    acknowledged.push({ partNumber, etag })
  }

  const complete = async (sending: Sending) => {
    await storage().uploads.complete(sending.upload, sending.acknowledged)
    sending.complete = true
  }

  const sendJobs = async () => {
    while (!stopped) {
      await tryUntilStopped(async () => {
        const { database } = beside.context
        const waiting = await database.asSystem((tx) => tx.execute(`select from jobs where state = 'queued'`))
        if (waiting.rows.length > backlog) return
        const job = { kind: 'check_storage', payload: {}, priority: 10, maxAttempts: 10 }
        const { organizationId } = beside
        jobs.push(await database.asSystem((tx) => sendJob(tx, { ...job, organizationId })))
      })
      await sleep(50)
    }
  }

  const running = [sendFiles(), sendFiles(), sendJobs()]
  return {
    parts: () => sendings.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    jobs,
    moveTo: (next) => {
      beside = next
    },
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
    expectKept: async () => {
      for (const { key, upload, bytes, acknowledged, complete } of sendings) {
        if (complete) {
          const { body } = await storage().get(key)
          expect(Buffer.concat(await collect(body)).equals(bytes), key.path).toBe(true)
        } else {
          const stored = await storage().uploads.listParts(upload)
          expect(stored).toEqual(
            expect.arrayContaining(acknowledged.map((part) => expect.objectContaining(part))),
          )
        }
      }
    },
  }
}

/** In pieces, so that whoever is killed is in the middle of it. Resolves with the ETag. */
async function putSlowly(url: string, part: Buffer): Promise<string> {
  const sent = request(url, { method: 'PUT', headers: { 'content-length': part.length }, agent: false })
  const answered = new Promise<string>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (reply) => {
      reply.resume()
      if (reply.statusCode === 200) resolve((reply.headers.etag ?? '').replaceAll('"', ''))
      else reject(new Error(`A part was answered with ${reply.statusCode}`))
    })
  })
  answered.catch(() => {})
  for (let start = 0; start < part.length && !sent.destroyed; start += partSize / 8) {
    sent.write(part.subarray(start, start + partSize / 8))
    await sleep(10)
  }
  sent.end()
  return answered
}
