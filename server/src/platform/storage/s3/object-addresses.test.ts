import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { newId } from '../../id.ts'
import { createMigratedDatabase } from '../../postgres/test-database.ts'
import { createSourceDescriber } from '../../tiles/describe-source.ts'
import { announceObject, confirmObject } from '../object-queries.ts'
import { addTestOrganization } from '../test-support/test-organization.ts'
import { openS3Storage, type S3Storage } from './s3-storage.ts'

const hour = 3_600_000
let testDatabase: Awaited<ReturnType<typeof createMigratedDatabase>>
let database: Database
let storage: S3Storage
let organizationId: string
let now: Date

beforeAll(async () => {
  testDatabase = await createMigratedDatabase()
  database = openDatabase({ url: testDatabase.url })
  storage = openS3Storage({
    endpoint: 'http://127.0.0.1:1',
    bucket: 'slides',
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    database,
    clock: { now: () => now },
  })
})

afterAll(async () => {
  await storage.close()
  await database.close()
  await testDatabase.drop()
})

beforeEach(async () => {
  organizationId = await addTestOrganization(database)
  now = new Date('2026-05-01T12:00:00Z')
})

/** What storing an object writes down, without a bucket. */
async function record(path: string, size: number) {
  const writing = newId()
  const key = { organizationId, path }
  await database.asMember(key, (tx) => announceObject(tx, key, writing, size))
  await database.asMember(key, (tx) => confirmObject(tx, key, writing, { size, hash: null }))
}

const addressOf = async (path: string) => (await storage.addresses(organizationId, [path])).get(path)

describe('the address of an object', () => {
  test('holds for hours, and is signed anew long before it ends', async () => {
    await record('files/a/original', 500)
    const first = await addressOf('files/a/original')
    expect(first).toMatchObject({ size: 500, expiresAt: now.getTime() + 12 * hour })
    const url = new URL(first?.url ?? '')
    expect(url.pathname).toBe(`/slides/${organizationId}/files/a/original`)
    expect(url.searchParams.get('X-Amz-Expires')).toBe('43200')
    now = new Date(now.getTime() + hour / 4)
    expect(await addressOf('files/a/original')).toEqual(first)
    now = new Date(now.getTime() + hour / 2)
    const later = await addressOf('files/a/original')
    expect(later?.expiresAt).toBe(now.getTime() + 12 * hour)
    expect(later?.key).toBe(first?.key)
    expect(later?.url).not.toBe(first?.url)
  })

  test('goes with a key that changes whenever the object is written', async () => {
    await record('images/a/levels', 500)
    const first = await addressOf('images/a/levels')
    await record('images/a/levels', 500)
    const second = await addressOf('images/a/levels')
    expect(second?.key).not.toBe(first?.key)
    expect(await addressOf('images/a/levels')).toEqual(second)
  })

  test('is not given for what is not there, not yet there, or of another organisation', async () => {
    expect(await addressOf('files/a/original')).toBeUndefined()
    const key = { organizationId, path: 'files/b/original' }
    await database.asMember(key, (tx) => announceObject(tx, key, newId(), 5))
    expect(await addressOf('files/b/original')).toBeUndefined()
    await record('files/c/original', 5)
    const other = await addTestOrganization(database)
    expect(await storage.addresses(other, ['files/c/original'])).toEqual(new Map())
  })
})

describe('a description', () => {
  const cache = { folder: '/tmp/blocks', maxBytes: 1 }
  const bytes = (path: string) => ({ organizationId, origin: 'upload', path }) as const

  test('has the sidecar, unless that was made of what the object had before', async () => {
    const describeSource = createSourceDescriber(storage, { cache })
    const named = { ...bytes('files/a/original'), headerPath: 'files/a/header' }
    await record('files/a/original', 500)
    expect(await describeSource(named)).toMatchObject({ kind: 'object', size: 500, header: undefined, cache })
    await record('files/a/header', 20)
    expect(await describeSource(named)).toMatchObject({ header: { size: 20 } })
    expect(await describeSource(bytes('files/a/original'))).toMatchObject({ header: undefined })
    await record('files/a/original', 500)
    expect(await describeSource(named)).toMatchObject({ header: undefined })
  })

  test('of what is gone is refused; a file that is read where it lies is a file', async () => {
    const describeSource = createSourceDescriber(storage)
    await expect(describeSource(bytes('files/gone/original'))).rejects.toMatchObject({ code: 'unreadable' })
    const imported = { organizationId, origin: 'import', path: '/mnt/one.svs' } as const
    expect(await describeSource(imported)).toMatchObject({ kind: 'file', path: '/mnt/one.svs' })
  })
})
