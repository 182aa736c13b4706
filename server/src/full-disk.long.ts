import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Caller, createCaller, idOf, listIds, uploadFile, writeFromAllSides } from './test-full-disk.ts'
import {
  issueToken,
  makeProductPlace,
  type Product,
  type ProductPlace,
  postmasterPid,
  runCli,
  startReady,
  stopProduct,
} from './test-product.ts'

const MB = 1024 * 1024
const diskMegabytes = 900
const rounds = 3
const slow = { timeout: 240_000, interval: 500 }
const small = join(process.env.CRESYL_SAMPLES ?? '', 'svs', 'CMU-1-Small-Region.svs')

let disk: string | undefined
let place: ProductPlace
let product: Product
let caller: Caller
let imageId: string
let predictorId: string

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-full-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=755`, 'tmpfs', folder])
  } catch {
    await rm(folder, { recursive: true })
    return
  }
  disk = folder
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  const made = await makeProductPlace({ CRESYL_DATA_DIR: dataDir })
  place = { ...made, dataDir }
  product = await startReady(place)
  caller = createCaller(product.origin, await issueToken(place))
  const { id } = await uploadFile(caller, small)
  const image = async () =>
    ((await caller.call('GET', `files/${id}/`)).json as { image_id: string | null }).image_id
  await vi.waitUntil(async () => (await image()) !== null, slow)
  imageId = (await image()) ?? ''
  const { json } = await caller.call('GET', 'predictors/')
  const { results } = json as { results: { id: string; manifest: { id: string } }[] }
  predictorId = results.find(({ manifest }) => manifest.id === 'colour-deconvolution')?.id ?? ''
})

afterAll(async () => {
  if (disk === undefined) return
  await stopProduct(product)
  execFileSync('umount', ['--lazy', disk])
  await rm(disk, { recursive: true, force: true })
})

const freeMegabytes = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / MB)
}

/** Takes the disk up to the last byte, or until so much is left. */
async function fill(folder: string, leaveMegabytes = 0): Promise<() => Promise<void>> {
  const path = join(folder, 'filling')
  const file = await open(path, 'a')
  const piece = Buffer.alloc(MB / 4)
  const isLeft = async () => leaveMegabytes > 0 && (await freeMegabytes(folder)) <= leaveMegabytes
  while (!(await isLeft())) {
    const written = await file.write(piece).then(
      () => true,
      () => false,
    )
    if (!written) break
  }
  await file.close()
  return () => rm(path)
}

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 10],
      [90, 10],
      [90, 90],
      [10, 90],
      [10, 10],
    ],
  ],
}

/** Each of them is a job of seconds. */
const seldom = async <T>(write: () => Promise<T>): Promise<T> => {
  await sleep(3000)
  return write()
}

const writes = () => {
  let serial = 0
  const post = async (path: string, body: unknown) => {
    const { status, json } = await caller.call('POST', path, body)
    return { status, id: status === 201 ? idOf(json) : undefined }
  }
  return {
    projects: () => post('projects/', { name: `Project ${Date.now()} ${serial++}` }),
    annotations: () => post('annotations/', { image_id: imageId, geometry: square, shape: 'polygon' }),
    // A person may send so many a day.
    tickets: async () => {
      await sleep(300)
      return post('hubspot/create-ticket/', { subject: 'Full', content: 'x'.repeat(1000) })
    },
    selections: () => {
      const id = Array.from({ length: 2000 }, () => crypto.randomUUID())
      return post('annotations/download-url/', { image_id: imageId, format: 'geojson', id })
    },
    uploads: () => seldom(() => uploadFile(caller, small)),
    runs: () =>
      seldom(() =>
        post('inference-jobs/', {
          input_image_id: imageId,
          predictor_id: predictorId,
          state: 'queued',
          region: { x: 0, y: 0, width: 512, height: 512 },
        }),
      ),
    reads: async () => ({ status: (await caller.call('GET', 'projects/?limit=1')).status }),
  }
}

describe('a disk that somebody else fills while everybody writes', () => {
  test.for(Array.from({ length: rounds }, (_, round) => round + 1))(
    'round %i: what can’t be kept is refused, reads go on, and nothing acknowledged is lost once there is room',
    async (round, { task, skip }) => {
      if (disk === undefined) return skip('needs the right to mount a small disk')
      const { sides, stop } = writeFromAllSides(writes())
      const kept = () =>
        (sides.annotations?.acknowledged.length ?? 0) + (sides.projects?.acknowledged.length ?? 0)
      const statusesOf = (name: string) => sides[name]?.statuses ?? {}
      await expect.poll(kept, slow).toBeGreaterThan(50)

      // Less than what is reserved for the database: nothing is stored any more, and all can be read.
      const emptyHalf = await fill(disk, 128)
      const refused = () =>
        ['projects', 'annotations', 'runs'].every((name) => (statusesOf(name)[507] ?? 0) > 2)
      await expect.poll(refused, slow).toBe(true)
      const readsBefore = { ...statusesOf('reads') }
      await expect
        .poll(() => statusesOf('reads')[200] ?? 0, slow)
        .toBeGreaterThan((readsBefore[200] ?? 0) + 20)
      const failedReads = Object.keys(statusesOf('reads')).filter((status) => status !== '200')
      expect(failedReads, 'every read was answered').toEqual([])

      // Nothing at all: PostgreSQL can't write any more, and can't start either.
      await emptyHalf()
      const empty = await fill(disk)
      const left = await freeMegabytes(disk)
      process.kill(await postmasterPid(place), 'SIGKILL')
      const answersBefore = Object.values(statusesOf('projects')).reduce((sum, count) => sum + count, 0)
      const answersNow = () => Object.values(statusesOf('projects')).reduce((sum, count) => sum + count, 0)
      await expect.poll(answersNow, slow).toBeGreaterThan(answersBefore + 50)
      await empty()
      const began = performance.now()
      const before = kept()
      await expect.poll(kept, slow).toBeGreaterThan(before)
      const backMilliseconds = Math.round(performance.now() - began)
      await expect.poll(() => sides.runs?.acknowledged.length, slow).toBeGreaterThan(0)
      await stop()

      const lost = await findLost(sides)
      const acknowledged = Object.fromEntries(
        Object.entries(sides).map(([name, side]) => [name, side.acknowledged.length]),
      )
      const statuses = Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, side.statuses]))
      Object.assign(task.meta, {
        round,
        freeMegabytesWhenFull: left,
        backMilliseconds,
        longestReplyMilliseconds: caller.longestMilliseconds(),
        acknowledged,
        statuses,
        lost,
      })
      expect(lost).toEqual([])
      const unexpected = Object.entries(sides).flatMap(([name, side]) =>
        Object.keys(side.statuses)
          .filter((status) => !/^(20\d|429|503|507)$/.test(status))
          .map((status) => `${name}: ${status}`),
      )
      expect(unexpected, 'what can’t be done now is told so in time').toEqual([])
      const audit = await runCli(place, ['audit', 'verify'])
      expect(audit.code, audit.stdout).toBe(0)
    },
  )
})

/** What was acknowledged and is not there, or has not come to a good end. */
async function findLost(sides: Record<string, { acknowledged: string[] }>): Promise<string[]> {
  const missing = async (name: string, path: string) => {
    const there = await listIds(caller, path)
    return (sides[name]?.acknowledged ?? []).filter((id) => !there.has(id)).map((id) => `${name} ${id}`)
  }
  const lost = [
    ...(await missing('projects', 'projects/')),
    ...(await missing('annotations', `annotations/?image_id=${imageId}`)),
    ...(await missing('tickets', 'hubspot/tickets/')),
    ...(await missing('uploads', 'files/')),
    ...(await missing('runs', 'inference-jobs/')),
  ]
  const ends = async (name: string, path: string, field: string, good: string) => {
    for (const id of sides[name]?.acknowledged ?? []) {
      const state = async () =>
        ((await caller.call('GET', `${path}${id}/`)).json as Record<string, string>)[field]
      await expect.poll(state, { timeout: 600_000, interval: 500 }).toBe(good)
    }
  }
  await ends('uploads', 'files/', 'reading_state', 'ready')
  await ends('runs', 'inference-jobs/', 'state', 'succeeded')
  return lost
}
