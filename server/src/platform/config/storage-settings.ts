import { join, resolve } from 'node:path'
import { bytes } from '@cresyl/contract/api/limits'
import { z } from 'zod'

/** What an organisation may store that has no quota of its own: a share of the disk from 0 to 1, or bytes. */
export type DefaultQuota = { share: number } | { bytes: number } | null

export type StorageConfig = { defaultQuota: DefaultQuota } & (
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3'
      /** Of another service than Amazon's; undefined: Amazon's. */
      endpoint: string | undefined
      bucket: string
      region: string
    }
)

const text = z.string().trim().min(1)

const quotaSentence = 'must be a share of the disk such as 80%, a number of gigabytes such as 500, or none'

const quota = z.string().transform((value, context): DefaultQuota => {
  if (value === 'none') return null
  const { number, percent } = /^(?<number>\d+(\.\d+)?)(?<percent>%?)$/.exec(value)?.groups ?? {}
  if (number !== undefined && percent === '') return { bytes: Math.round(Number(number) * bytes.GB) }
  if (number !== undefined && Number(number) <= 100) return { share: Number(number) / 100 }
  context.addIssue(quotaSentence)
  return z.NEVER
})

/** Keys to the bucket are the usual AWS variables, which the S3 client reads itself. */
export const storageSettings = {
  CRESYL_STORAGE: z.enum(['disk', 's3'], 'must be disk or s3').default('disk'),
  CRESYL_STORAGE_DIR: z.string().min(1).optional(),
  CRESYL_DEFAULT_QUOTA: quota.default({ share: 0.8 }),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.org' })
    .optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
}

const values = z.object(storageSettings)
type Values = z.output<typeof values>

const ofBucket = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION']

/** What is wrong with the settings taken together, each being right by itself. */
export function storageFaults(given: Record<string, string | undefined>): string[] {
  if (given.CRESYL_STORAGE === 's3') {
    const faults = []
    if (given.S3_BUCKET === undefined) faults.push('S3_BUCKET is missing: CRESYL_STORAGE=s3 needs a bucket')
    if (given.CRESYL_STORAGE_DIR !== undefined) {
      faults.push('CRESYL_STORAGE_DIR is for CRESYL_STORAGE=disk; remove one of the two')
    }
    return faults
  }
  return ofBucket
    .filter((key) => given[key] !== undefined)
    .map((key) => `${key} has no effect without CRESYL_STORAGE=s3; set that too, or remove it`)
}

export function storageOf(given: Values, root: string, dataDir: string): StorageConfig {
  const { CRESYL_STORAGE_DIR: folder, CRESYL_DEFAULT_QUOTA: defaultQuota } = given
  if (given.CRESYL_STORAGE === 's3' && given.S3_BUCKET !== undefined) {
    return {
      defaultQuota,
      kind: 's3',
      endpoint: given.S3_ENDPOINT,
      bucket: given.S3_BUCKET,
      region: given.S3_REGION,
    }
  }
  const place = folder === undefined ? join(dataDir, 'storage') : resolve(root, folder)
  return { defaultQuota, kind: 'disk', folder: place }
}
