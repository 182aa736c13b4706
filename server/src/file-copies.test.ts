import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import type { JobState } from '@cresyl/contract/operations/jobs'
import { memorySource, openSlide, type Slide } from '@cresyl/slides'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openTestApi, request, type TestApi, type TestMember } from './http/test-api.ts'
import { makeStoredFile } from './http/test-support/files-examples.ts'
import { followDownloads } from './http/test-support/follow-downloads.ts'
import { addUser } from './identity/people.ts'
import { newId } from './platform/id.ts'
import { testTimings } from './platform/queue/test-support/test-queue.ts'
import { startWorker } from './platform/queue/worker.ts'
import { deidentify } from './workers/deidentify/deidentify.ts'
import { onSettled } from './workers/index.ts'
import { labelledSlide, patientName } from './workers/test-support/labelled-slide.ts'

vi.setConfig({ testTimeout: 30_000 })

let api: TestApi
let owner: pg.Client
const samplesFolder = process.env.CRESYL_SAMPLES

beforeAll(async () => {
  api = await openTestApi()
  owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await api.close()
})

const { ask, fetchFrom, downloadsOf, audited } = followDownloads(
  () => api,
  () => owner,
)

/** As long as the test runs; only what it asks for is waiting. */
async function startCopying(): Promise<void> {
  const worker = await startWorker(api.context, {
    definitions: { deidentify: jobDefinitions.deidentify },
    handlers: { deidentify },
    onSettled,
    timings: testTimings,
    server: { id: newId(), name: 'a worker', roles: ['worker'], labels: [], version: '0', slots: 1 },
  })
  onTestFinished(() => worker.drain(0))
}

/** Another one who may download and not see labels. */
async function addColleague(): Promise<TestMember> {
  const { organizationId, role } = api.home.user
  const person = { email: 'colleague@home.test', name: 'Colleague', password: 'password of a colleague' }
  const { id: userId } = await addUser(api.context, {
    ...person,
    organization: 'home',
    role,
    superadmin: false,
  })
  const token = await api.identity.mintAccessToken(userId, organizationId)
  return { userId, organizationId, role, token }
}

/** As a browser follows it. */
async function untilEnded(jobId: string, member: TestMember): Promise<{ state: JobState; message: string }> {
  const look = async () => (await request(api, member, { url: `/api/jobs/${jobId}/` })).json
  await expect.poll(async () => (await look()).finished_at, { timeout: 25_000 }).not.toBeNull()
  return look()
}

/** Tiles of full resolution, decoded. */
async function tilesOf({ images }: Slide): Promise<Buffer[]> {
  const [image] = images
  const [level] = image?.levels ?? []
  if (!image || !level) throw new Error('The slide shows nothing')
  const tiles: Buffer[] = []
  for (let y = 0; y * level.tileHeight < level.height; y += 3) {
    for (let x = 0; x * level.tileWidth < level.width; x += 3) {
      tiles.push(Buffer.from((await image.rawTile(0, x, y)).data.buffer))
    }
  }
  return tiles
}

/** Asks until there is a copy, and returns it. */
async function downloadCopy(id: string): Promise<Buffer> {
  const { json } = await ask(id, api.home.user)
  expect(await untilEnded(json.current.job_id, api.home.user)).toMatchObject({ state: 'succeeded' })
  const again = await ask(id, api.home.user)
  expect(again.json, again.text).toMatchObject({ deidentified: true })
  return fetchFrom(again.json.url)
}

test('whoever may not see labels has one copy made, however often they ask, is told when it is there, and gets it', async () => {
  const original = labelledSlide()
  const { id } = await makeStoredFile(api, api.home.user, original)
  const replies = await Promise.all([1, 2, 3].map(() => ask(id, api.home.user)))
  const [{ json } = { json: null }] = replies
  expect(json.detail).toMatch(/^You do not have permission to see the label of this slide\. A copy .*\.$/)
  for (const { status, json: each } of replies) {
    expect([status, each.code, each.current]).toEqual([409, 'being_prepared', json.current])
  }
  expect([await downloadsOf(id), await audited(id)]).toEqual([[], []])
  const { job_id } = json.current
  await owner.query(`update jobs set created_at = now() - interval '1 minute' where id = $1`, [job_id])

  await startCopying()
  const { name } = (await request(api, api.home.user, { url: `/api/files/${id}/` })).json
  const message = `${name} can be downloaded without label, macro and names.`
  expect(await untilEnded(job_id, api.home.user)).toMatchObject({ state: 'succeeded', message })
  const news = await request(api, api.home.user, { url: '/api/notifications/' })
  expect(news.json.results[0]).toMatchObject({
    kind: 'job.finished',
    text: `Create a copy without label: done. ${message}`,
  })

  const { json: copy } = await ask(id, api.home.user)
  const bytes = await fetchFrom(copy.url)
  const file_name = name.replace('.svs', '-without-label.svs')
  expect(copy).toMatchObject({ file_name, size: bytes.length, deidentified: true })
  expect([original.includes(patientName), bytes.includes(patientName)]).toEqual([true, false])
  const [before, after] = [
    await openSlide(memorySource(original, 'original')),
    await openSlide(memorySource(bytes, 'copy')),
  ]
  expect(await tilesOf(after)).toEqual(await tilesOf(before))
  const counted = { bytes: bytes.length, deidentified: true }
  const { userId: user_id } = api.home.user
  expect(await downloadsOf(id)).toEqual([{ kind: 'file', user_id, ...counted }])
  expect(await audited(id)).toEqual([{ user_id, details: counted }])
})

test('everybody who waits for a copy is told, whoever asked first', async () => {
  const { id } = await makeStoredFile(api, api.home.user, labelledSlide())
  const colleague = await addColleague()
  const { json } = await ask(id, api.home.user)
  for (const _ of [1, 2]) expect((await ask(id, colleague)).json.current).toEqual(json.current)
  const { job_id } = json.current
  await owner.query(`update jobs set created_at = now() - interval '1 minute' where id = $1`, [job_id])
  await startCopying()
  await untilEnded(job_id, api.home.user)
  const { rows } = await owner.query('select user_id from notifications where link like $1', [`%${job_id}%`])
  const told = rows.map(({ user_id }) => user_id).sort()
  expect(told).toEqual([api.home.user.userId, colleague.userId].sort())
})

test('whoever may not see labels is refused what no copy can be made of, with the reason and who can help', async () => {
  const { id } = await makeStoredFile(api, api.home.user, Buffer.from('%PDF-1.7 '.repeat(500)))
  const { json } = await ask(id, api.home.user)
  await startCopying()
  const { state, message } = await untilEnded(json.current.job_id, api.home.user)
  expect(state).toBe('failed')
  const refused = await ask(id, api.home.user)
  expect([refused.status, refused.json.code, refused.json.detail]).toEqual([403, 'forbidden', message])
  expect(message).toMatch(/^A copy of this file without label cannot be created.* Ask a manager/)
  expect((await ask(id, api.home.manager)).status).toBe(200)

  // Jobs are forgotten one day; what was found out is not.
  await owner.query('update files set copy_job_id = null where id = $1', [id])
  expect((await ask(id, api.home.user)).json.detail).toBe(message)
  await request(api, api.home.user, { method: 'POST', url: `/api/files/${id}/read/` })
  await owner.query(`update files set reading_state = 'ready' where id = $1`, [id])
  expect((await ask(id, api.home.user)).json.code).toBe('being_prepared')
})

if (samplesFolder) {
  test('whoever may not see labels gets no byte of the label and macro of a real slide, and all tiles', async () => {
    const original = await readFile(join(samplesFolder, 'svs', 'CMU-1-Small-Region.svs'))
    const { id } = await makeStoredFile(api, api.home.user, original)
    await startCopying()
    const copy = await downloadCopy(id)
    let looked = 0
    for (const page of [2, 3]) {
      for (const strip of stripsOf(original, page)) {
        for (let at = 0; at < strip.length; at += 1024) {
          const stretch = strip.subarray(at, at + 32)
          // Empty glass looks alike in every picture.
          if (new Set(stretch).size < 16) continue
          looked += 1
          expect(copy.includes(stretch), `page ${page}, byte ${at}`).toBe(false)
        }
      }
    }
    expect(looked).toBeGreaterThan(50)
    const [before, after] = [
      await openSlide(memorySource(original, 'original')),
      await openSlide(memorySource(copy, 'copy')),
    ]
    expect(before.associated.map(({ kind }) => kind)).toEqual(['thumbnail', 'label', 'macro'])
    expect(after.associated.map(({ kind }) => kind)).toEqual(['thumbnail'])
    const [tiles, same] = [await tilesOf(before), await tilesOf(after)]
    expect(same.length).toBe(tiles.length)
    for (const [index, tile] of tiles.entries()) expect(same[index]?.equals(tile)).toBe(true)
  })
}

/** The stored strips of a page of a classic little-endian TIFF. */
function stripsOf(file: Buffer, page: number): Buffer[] {
  let directory = file.readUInt32LE(4)
  for (let n = 0; n < page; n += 1)
    directory = file.readUInt32LE(directory + 2 + 12 * file.readUInt16LE(directory))
  const numbers = (tag: number): number[] => {
    for (let entry = directory + 2; ; entry += 12) {
      if (file.readUInt16LE(entry) !== tag) continue
      const count = file.readUInt32LE(entry + 4)
      const bytes = file.readUInt16LE(entry + 2) === 3 ? 2 : 4
      const at = count * bytes > 4 ? file.readUInt32LE(entry + 8) : entry + 8
      return Array.from({ length: count }, (_, n) => file.readUIntLE(at + n * bytes, bytes))
    }
  }
  const lengths = numbers(279)
  return numbers(273).map((offset, n) => file.subarray(offset, offset + (lengths[n] ?? 0)))
}
