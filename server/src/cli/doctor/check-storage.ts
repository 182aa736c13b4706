import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import type { Config } from '../../platform/config/config.ts'
import { newId } from '../../platform/id.ts'
import { type Bucket, type BucketOptions, openBucket } from '../../platform/storage/s3/bucket.ts'
import { findCorsFault, findLifecycleFault, requireBucket } from '../../platform/storage/s3/check-bucket.ts'
import { checkFolder, storageFolderNeeds } from './check-folders.ts'
import { type Finding, findingsAbout, reasonOf } from './finding.ts'

const about = 'storage'
const { ok, warning, problem } = findingsAbout(about)

export async function checkStorage({ storage, origin }: Config): Promise<Finding[]> {
  if (storage.kind === 's3') return checkBucket(storage, origin)
  return checkFolder({ about, folder: storage.folder, ...storageFolderNeeds })
}

export async function checkBucket(options: BucketOptions, origin: string): Promise<Finding[]> {
  const bucket = openBucket(options)
  try {
    await requireBucket(bucket)
    return [
      await checkObjects(bucket),
      found(
        await findCorsFault(bucket, origin),
        `browsers at ${origin} may use it, as far as its rules can be read`,
      ),
      found(
        await findLifecycleFault(bucket),
        'incomplete uploads end automatically, as far as its rules can be read',
      ),
    ]
  } catch (error) {
    return [problem(reasonOf(error))]
  } finally {
    bucket.client.destroy()
  }
}

async function checkObjects({ client, name }: Bucket): Promise<Finding> {
  const probe = { Bucket: name, Key: `doctor/${newId()}` }
  const text = 'Written by cli doctor to see whether the bucket keeps what it is given.'
  try {
    await client.send(new PutObjectCommand({ ...probe, Body: text }))
    const { Body } = await client.send(new GetObjectCommand(probe))
    const read = await Body?.transformToString()
    await client.send(new DeleteObjectCommand(probe))
    if (read === text) return ok(`objects can be written to, read from and deleted in ${name}`)
    return problem(`The bucket ${name} gave back something else than was written. Don't keep files there.`)
  } catch (error) {
    return problem(
      `Objects can't be written to, read from and deleted in ${name}: ${reasonOf(error)}. Allow s3:PutObject, s3:GetObject and s3:DeleteObject.`,
    )
  }
}

function found(fault: string | null, otherwise: string): Finding {
  return fault === null ? ok(otherwise) : warning(fault)
}
