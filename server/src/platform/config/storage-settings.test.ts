import { describe, expect, test } from 'vitest'
import { parse, refusal } from './test-parse.ts'

describe('storage', () => {
  test('is a folder of its own, or a bucket', () => {
    const defaultQuota = { share: 0.8 }
    expect(parse({ CRESYL_DATA_DIR: '/d' }).storage).toEqual({
      defaultQuota,
      kind: 'disk',
      folder: '/d/storage',
    })
    expect(parse({ CRESYL_STORAGE_DIR: 'files' }).storage).toEqual({
      defaultQuota,
      kind: 'disk',
      folder: '/srv/cresyl/files',
    })
    expect(parse({ CRESYL_STORAGE: 's3', S3_BUCKET: 'slides' }).storage).toEqual({
      defaultQuota,
      kind: 's3',
      endpoint: undefined,
      bucket: 'slides',
      region: 'us-east-1',
    })
  })

  test('is shared by organisations without a quota of their own by a share of the disk, or by gigabytes', () => {
    const quotaOf = (given: string) => parse({ CRESYL_DEFAULT_QUOTA: given }).storage.defaultQuota
    expect([quotaOf('25%'), quotaOf('1.5'), quotaOf('none')]).toEqual([
      { share: 0.25 },
      { bytes: 1.5 * 1024 ** 3 },
      null,
    ])
  })

  test.each([
    [{ CRESYL_DEFAULT_QUOTA: '120%' }, 'CRESYL_DEFAULT_QUOTA must be a share of the disk such as 80%'],
    [{ CRESYL_DEFAULT_QUOTA: '5 TB' }, 'CRESYL_DEFAULT_QUOTA must be a share of the disk such as 80%'],
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
