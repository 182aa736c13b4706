import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestCancel } from '../../platform/queue/cancel.ts'
import { openTestQueue, type TestQueue } from '../../platform/queue/test-support/test-queue.ts'
import { addTestOrganization } from '../../platform/storage/test-support/test-organization.ts'
import { handlers, onSettled } from '../index.ts'

let queue: TestQueue
/** Each test has its own. */
let organizationId: string

beforeAll(async () => {
  queue = await openTestQueue()
  await queue.start({ handlers, definitions: jobDefinitions, onSettled })
})
beforeEach(async () => {
  organizationId = await addTestOrganization(queue.context.database)
})
afterAll(() => queue.close())

const put = (path: string, content: string | Buffer, of = organizationId) =>
  queue.context.storage.put({ organizationId: of, path }, Readable.from([Buffer.from(content)]))

const fileOf = (path: string) => join(queue.folder, 'storage', 'objects', organizationId, path)

async function upload(path: string, parts: string[]): Promise<void> {
  const { storage } = queue.context
  if (storage.kind !== 'disk') throw new Error('These tests are on disk.')
  const partSize = parts[0]?.length ?? 0
  const size = parts.join('').length
  const begun = await storage.uploads.begin({ organizationId, path, size, partSize })
  const stored = []
  for (const [index, part] of parts.entries()) {
    const { uploadId } = begun
    const target = { organizationId, uploadId, number: index + 1 }
    const etag = await storage.receivePart(target, part.length, Readable.from([Buffer.from(part)]) as never)
    stored.push({ partNumber: index + 1, etag })
  }
  await storage.uploads.complete(begun, stored)
}

async function check() {
  const id = await queue.send({ kind: 'check_storage', organizationId, maxAttempts: 3 })
  const job = await queue.until(id, ({ finishedAt }) => finishedAt !== null)
  return { job, lines: await queue.lines(id) }
}

describe('a storage in order', () => {
  test('is found to be so, whether files came whole or in parts', async () => {
    await put('files/1/original', 'one')
    await put('files/2/original', '')
    await upload('files/3/original', ['aaaa', 'bbbb', 'cc'])
    await put('of/another', 'not mine', queue.organizations[1])
    const { job, lines } = await check()
    expect(job).toMatchObject({
      state: 'succeeded',
      message: '3 files (13 bytes) are as stored.',
      progress: 1,
    })
    expect(lines).toEqual([])
  })

  test('may be empty', async () => {
    expect((await check()).job).toMatchObject({ state: 'succeeded', message: 'Nothing is stored yet.' })
  })

  test('says what could not be compared', async () => {
    await put('files/1/original', 'one')
    await queue.owner.query('update stored_objects set hash = null where organization_id = $1', [
      organizationId,
    ])
    const { job, lines } = await check()
    expect(job.state).toBe('succeeded')
    expect(lines).toEqual([expect.stringMatching(/^Without a hash .* of 1 file could be checked/)])
  })

  test('may have more files than are read at once', async () => {
    await queue.owner.query(
      `insert into stored_objects (organization_id, path, size, stored_at)
       select $1, 'gone/' || lpad(n::text, 4, '0'), 0, now() from generate_series(1, 1001) n`,
      [organizationId],
    )
    await put('a', 'first')
    await put('z', 'last')
    const { job, lines } = await check()
    expect(job.message).toMatch(/^1,001 faults were found among 1,003 files/)
    expect(lines).toHaveLength(202)
    expect(lines[200]).toBe('801 more faults are not named here.')
  })
})

describe('what is found', () => {
  beforeEach(async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(`files/${name}`, `the content of ${name}`)
    await upload('files/e', ['aaaa', 'bbbb', 'cc'])
  })

  test.each([
    [
      'a changed byte',
      () => writeFile(fileOf('files/b'), 'the content of B'),
      'The content of files/b has changed since it was stored.',
    ],
    [
      'a changed byte of a part',
      () => writeFile(fileOf('files/e'), 'aaaabbbXcc'),
      'The content of files/e has changed since it was stored.',
    ],
    ['a file cut short', () => truncate(fileOf('files/c'), 5), 'files/c has 5 bytes, but 16 were stored.'],
    ['a missing file', () => rm(fileOf('files/a')), 'files/a is missing in storage.'],
    [
      'a file that nobody stored',
      () => writeFile(fileOf('files/bb'), 'x'),
      'files/bb is in storage but not in the database.',
    ],
  ])('%s', async (_what, damage, sentence) => {
    await damage()
    const { job, lines } = await check()
    expect(lines).toEqual([sentence])
    expect(job).toMatchObject({
      state: 'failed',
      attempt: 1,
      message: expect.stringMatching(/^1 fault was found among [45] files; .* Restore /),
    })
  })

  test('nothing where a file is only being written or removed', async () => {
    await writeFile(fileOf('files/new'), 'half of it')
    await rm(fileOf('files/a'))
    await queue.owner.query(
      `update stored_objects set writing = gen_random_uuid(), writing_since = now()
       where organization_id = $1 and path = 'files/a'`,
      [organizationId],
    )
    await queue.owner.query(
      `insert into stored_objects (organization_id, path, size, writing, writing_since)
       values ($1, 'files/new', 10, gen_random_uuid(), now())`,
      [organizationId],
    )
    expect(await check()).toMatchObject({ job: { state: 'succeeded' }, lines: [] })
  })
})

test('cancelling stops it in the middle of a file', async () => {
  await put('large', Buffer.alloc(5_000_000))
  const { storage } = queue.context
  const reading = Promise.withResolvers<void>()
  // A file that never comes to an end.
  const get: typeof storage.get = async () => {
    reading.resolve()
    return { size: 5_000_000, offset: 0, length: 5_000_000, body: new Readable({ read: () => {} }) }
  }
  Object.assign(queue.context, { storage: { ...storage, get } })
  const id = await queue.send({ kind: 'check_storage', organizationId })
  await reading.promise
  await queue.context.database.asSystem((tx) => requestCancel(tx, id, null))
  expect(await queue.untilState(id, 'cancelled')).toMatchObject({ message: 'It was cancelled.' })
  Object.assign(queue.context, { storage })
})
