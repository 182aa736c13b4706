import { PutBucketCorsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collect, newKey, read, stream } from '../test-support/samples.ts'
import { testStorage } from '../test-support/storage-contract.ts'
import { openTestS3, type TestS3 } from '../test-support/test-s3.ts'
import { testS3Server } from '../test-support/test-s3-server.ts'
import { openBucket } from './bucket.ts'
import { openS3Storage } from './s3-storage.ts'

testStorage('S3', () => openTestS3(testS3Server()))

const origin = 'https://slides.example.org'

describe('a bucket', () => {
  let s3: TestS3

  beforeAll(async () => {
    s3 = await openTestS3(testS3Server())
  })

  afterAll(async () => {
    await s3.close()
  })

  async function allow(rule: {
    AllowedOrigins: string[]
    AllowedMethods: string[]
    ExposeHeaders: string[]
  }) {
    const { client, name } = openBucket(s3.options)
    const CORSConfiguration = { CORSRules: [{ ...rule, AllowedHeaders: ['*'] }] }
    await client.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration }))
    client.destroy()
    return s3.storage.check(origin)
  }

  test('that browsers may not send to is told in a sentence', async () => {
    const sentence = /^Browsers can't upload to the bucket test-.*: add a CORS rule .* exposes ETag\.$/
    expect(await s3.storage.check(origin)).toMatch(sentence)
    const right = { AllowedOrigins: [origin], AllowedMethods: ['PUT', 'GET'], ExposeHeaders: ['ETag'] }
    expect(await allow({ ...right, AllowedOrigins: ['https://evil.example'] })).toMatch(sentence)
    expect(await allow({ ...right, AllowedMethods: ['GET'] })).toMatch(sentence)
    expect(await allow({ ...right, ExposeHeaders: ['x-amz-id'] })).toMatch(sentence)
    expect(await allow({ ...right, AllowedOrigins: ['https://*.example.org'] })).toBe(null)
    expect(await allow(right)).toBe(null)
  })

  test('that is not there, or that the key does not open, stops the start', async () => {
    const { database } = s3
    const clock = { now: () => new Date() }
    const credentials = { accessKeyId: 'nobody', secretAccessKey: 'nothing' }
    for (const wrong of [{ bucket: 'no-such-bucket' }, { credentials }]) {
      const storage = openS3Storage({ ...s3.options, ...wrong, database, clock })
      await expect(storage.check(origin)).rejects.toThrow(/^The bucket .* can't be used: .* Check S3_BUCKET/)
    }
  })

  test('takes a stream of unknown length that is longer than one part', async () => {
    const key = newKey(s3)
    const content = Buffer.alloc(40 * 1024 * 1024, 'forty megabytes ')
    await s3.storage.put(key, stream(content, 1024 * 1024))
    expect((await read(s3, key)).equals(content)).toBe(true)
  })

  test('with more objects than fit on a page is listed whole', async () => {
    const { organizationId, storage } = s3
    for (let n = 0; n < 1100; n += 50) {
      const some = Array.from({ length: 50 }, (_, each) => ({ organizationId, path: `many/${n + each}` }))
      await Promise.all(some.map((key) => storage.put(key, stream(Buffer.from('x')))))
    }
    expect(await collect(storage.list(organizationId, 'many'))).toHaveLength(1100)
  })
})
