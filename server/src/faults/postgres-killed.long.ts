import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { type DiskStorage, openDiskStorage } from '../platform/storage/disk/disk-storage.ts'
import type { StoragePoint } from '../platform/storage/storage.ts'
import { passDays } from '../platform/storage/test-support/test-crash.ts'
import { type OwnCluster, startOwnCluster } from './test-cluster-of-own.ts'
import { type FaultQueue, type FaultWorker, openFaultQueue } from './test-fault-queue.ts'
import { seededRandom, shuffle, tenRounds } from './test-rounds.ts'
import { passStoragePoints, storagePoints } from './test-storage-acts.ts'
import { workerPoints } from './test-worker-points.ts'

let cluster: OwnCluster
let queue: FaultQueue
let worker: FaultWorker
let folder: string
let storage: DiskStorage
let pause: (point: StoragePoint) => void | Promise<void> = () => {}

beforeAll(async () => {
  cluster = await startOwnCluster()
  queue = await openFaultQueue(cluster.url)
  worker = await queue.start()
  folder = await mkdtemp(join(tmpdir(), 'cresyl-faults-storage-'))
  storage = await openDiskStorage({
    folder,
    database: queue.database,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    urlKey: 'key',
    uploadOrigin: 'http://localhost',
    pause: (point) => pause(point),
  })
})

afterAll(async () => {
  await storage.close()
  await queue.close()
  await cluster.close()
  await rm(folder, { recursive: true, force: true })
})

/** All that is stored comes past the point, and waits there until told to go on. */
function storeUpTo(wanted: StoragePoint) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  pause = (point) => {
    if (point !== wanted) return
    pause = () => {}
    reached.resolve()
    return released.promise
  }
  const stored = passStoragePoints(storage, queue.organizationId)
  return { reached: Promise.race([reached.promise, stored]), goOn: released.resolve, stored }
}

const pointsInTurn = (round: number) =>
  workerPoints.map((_, index) => {
    const turn = (round * workerPoints.length + index) % storagePoints.length
    return storagePoints[turn] as StoragePoint
  })

describe('kill -9 of PostgreSQL', () => {
  test.for(tenRounds)(
    'at every named point of a job and while files are stored, round %i: each job ends exactly once, nothing is lost',
    async (round, { task }) => {
      const ids: string[] = []
      let repeated = 0
      const storing = pointsInTurn(round)
      for (const [index, point] of shuffle(workerPoints, seededRandom(round)).entries()) {
        const storage = storeUpTo(storing[index] as StoragePoint)
        const reached = worker.reach(point)
        ids.push(...(await queue.sendMany(3)))
        await Promise.all([reached, storage.reached])
        await cluster.kill()
        worker.goOn()
        storage.goOn()
        repeated += await storage.stored
      }
      const ended = await queue.untilEnded(ids)
      const costly = ended.filter(({ attempt, max_attempts }) => attempt - 1 > max_attempts - 10)
      expect(costly, 'an outage costs no attempt').toEqual([])
      const retried = await queue.expectDoneOnce(ids)
      expect(worker.isRunning()).toBe(true)

      await passDays({ database: queue.database, folder })
      await storage.clean()
      for (const part of ['uploads', 'drafts']) expect(await readdir(join(folder, part))).toEqual([])
      const open = await queue.database.asSystem((tx) =>
        tx.execute(sql`select id::text from uploads where state in ('open', 'completing')
          union all select path from stored_objects where writing is not null`),
      )
      expect(open.rows).toEqual([])
      Object.assign(task.meta, { kills: workerPoints.length, jobs: ids.length, retried, repeated })
    },
  )
})
