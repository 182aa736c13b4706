import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { parseConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openS3Storage } from '../../platform/storage/s3/s3-storage.ts'
import { createSecurityHeaders } from '../guards/security-headers.ts'
import { storageOrigin } from './storage-origin.ts'

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }

test.each([
  [
    'of another service',
    { endpoint: 'https://s3.example.org:9000', bucket: 'slides' },
    'https://s3.example.org:9000',
  ],
  ["of Amazon's", { endpoint: undefined, bucket: 'slides' }, 'https://slides.s3.eu-west-1.amazonaws.com'],
  [
    'whose name has dots',
    { endpoint: undefined, bucket: 'lab.slides' },
    'https://s3.eu-west-1.amazonaws.com',
  ],
])('pages may send to the bucket %s', async (_which, bucket, origin) => {
  const config = parseConfig({}, '/')
  const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
  const storage = openS3Storage({ ...bucket, region: 'eu-west-1', credentials, database, clock: systemClock })
  expect(await storageOrigin({ config, storage })).toBe(origin)
  const policy = createSecurityHeaders(config, origin)()['Content-Security-Policy']
  expect(policy).toContain(`connect-src 'self' ${origin} `)
  expect(policy).not.toContain(config.uploadOrigin)
  await storage.close()
  await database.close()
})
