import { describe, expect, test } from 'vitest'
import { parse, refusal } from './test-parse.ts'

describe('storage', () => {
  test('is a folder of its own, or a bucket', () => {
    expect(parse({ CRESYL_DATA_DIR: '/d' }).storage).toEqual({ kind: 'disk', folder: '/d/storage' })
    expect(parse({ CRESYL_STORAGE_DIR: 'files' }).storage).toEqual({
      kind: 'disk',
      folder: '/srv/cresyl/files',
    })
    expect(parse({ CRESYL_STORAGE: 's3', S3_BUCKET: 'slides' }).storage).toEqual({
      kind: 's3',
      endpoint: undefined,
      bucket: 'slides',
      region: 'us-east-1',
    })
  })

  test.each([
    [{ CRESYL_STORAGE: 'tape' }, 'CRESYL_STORAGE must be disk or s3'],
    [{ CRESYL_STORAGE: 's3' }, 'S3_BUCKET is missing'],
    [
      { CRESYL_STORAGE: 's3', S3_BUCKET: 'b', S3_ENDPOINT: 's3.example.org' },
      'S3_ENDPOINT must be an address',
    ],
    [{ CRESYL_STORAGE: 's3', S3_BUCKET: 'b', CRESYL_STORAGE_DIR: '/x' }, 'CRESYL_STORAGE_DIR is for'],
    [{ S3_BUCKET: 'b' }, 'S3_BUCKET has no effect without CRESYL_STORAGE=s3'],
    [{ S3_BUKET: 'b' }, 'S3_BUKET is not a setting of Cresyl'],
  ])('is refused as %j', (environment, fault) => {
    expect(refusal(environment as Record<string, string>)).toContain(fault)
  })
})
