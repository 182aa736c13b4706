import { PutBucketCorsCommand, PutBucketLifecycleConfigurationCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBucket } from '../../platform/storage/s3/bucket.ts'
import { openTestS3, type TestS3 } from '../../platform/storage/test-support/test-s3.ts'
import { testS3Server } from '../../platform/storage/test-support/test-s3-server.ts'
import { checkBucket } from './check-storage.ts'

const origin = 'https://slides.example.org'
let test: TestS3

beforeAll(async () => {
  test = await openTestS3(testS3Server())
})

afterAll(() => test?.close())

const check = async (options = test.options) =>
  (await checkBucket(options, origin)).map(({ verdict, sentence }) => `${verdict}: ${sentence}`).join('\n')

describe('a bucket', () => {
  it('without rules can be used, with a warning for each that is missing', async () => {
    const said = await check()

    expect(said).toContain('ok: objects can be written')
    expect(said).toMatch(/warning: Browsers can't upload/)
    expect(said).toMatch(/warning: .*lifecycle rule/)
  })

  it('with its rules is fine, and keeps nothing of the doctor', async () => {
    const { client, name } = openBucket(test.options)
    await client.send(
      new PutBucketCorsCommand({
        Bucket: name,
        CORSConfiguration: {
          CORSRules: [
            {
              AllowedOrigins: [origin],
              AllowedMethods: ['PUT', 'GET'],
              AllowedHeaders: ['*'],
              ExposeHeaders: ['ETag'],
            },
          ],
        },
      }),
    )
    await client.send(
      new PutBucketLifecycleConfigurationCommand({
        Bucket: name,
        LifecycleConfiguration: {
          Rules: [
            {
              ID: 'incomplete',
              Status: 'Enabled',
              Filter: { Prefix: '' },
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
            },
          ],
        },
      }),
    )
    client.destroy()

    expect(await check()).not.toMatch(/warning|problem/)
  })

  it('that is missing, or whose key is wrong, is a problem', async () => {
    expect(await check({ ...test.options, bucket: 'nobody-made-this' })).toMatch(/^problem: The bucket/)
    const wrong = { accessKeyId: 'nobody', secretAccessKey: 'nothing' }
    expect(await check({ ...test.options, credentials: wrong })).toMatch(/^problem: The bucket/)
  })
})
