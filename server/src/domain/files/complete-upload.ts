import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { completeMultipart, File } from '@cresyl/contract/files/files'
import type { Context } from '../../platform/context.ts'
import { placesOf } from '../audit/record.ts'
import type { AuditedWork } from '../work.ts'
import { requireExpected } from './file-state.ts'
import { type Acts, referenceOf, uploadOf } from './file-upload.ts'
import { findFile, lockFile } from './queries.ts'
import { refuseUnbegun } from './sign-part.ts'
import { storeFile } from './store-file.ts'
import { viewFile } from './view.ts'

type SentParts = RouteRequest<typeof completeMultipart>['body']['parts']

/**
 * Assembles the parts, then stores the file and has it read. Whoever dies between the two leaves an assembled upload
 * of an expected file, which asking again or the janitor brings to its end. Of a stored file this changes nothing.
 */
export async function completeUpload(
  context: Context,
  acts: Acts,
  id: string,
  sent: SentParts,
): Promise<File> {
  const { found, upload } = await acts.read(async ({ tx }) => {
    const details = await findFile(tx, id)
    return { found: details, upload: await uploadOf(tx, details.file) }
  })
  if (found.file.state === 'stored') return viewFile(found)
  requireExpected(found.file)
  if (upload === null) refuseUnbegun()
  const parts = sent.map(({ PartNumber, ETag }) => ({ partNumber: PartNumber, etag: ETag }))
  await context.storage.uploads.complete(referenceOf(upload), parts)
  return storeAssembled(context, acts, id)
}

/** Stores an expected file whose upload is complete; of a stored one it changes nothing. */
export async function storeAssembled({ metrics }: Context, acts: Acts, id: string): Promise<File> {
  const { file, isNew } = await acts.write((work) => store(work, id))
  if (isNew) metrics.uploads.ended('stored', file)
  return file
}

async function store(work: AuditedWork, id: string): Promise<{ file: File; isNew: boolean }> {
  const { tx, member, now, trace } = work
  const found = await lockFile(tx, id)
  if (found.file.state === 'stored') return { file: viewFile(found), isNew: false }
  requireExpected(found.file)
  const upload = await uploadOf(tx, found.file)
  if (upload?.state !== 'complete') throw new ApiError('upload_closed')
  await storeFile(tx, found.file, upload.hash, { now, userId: member.userId, trace })
  work.record({
    id,
    details: {
      size: found.file.size,
      hash: upload.hash?.toString('hex') ?? null,
      ...placesOf(found.file),
    },
  })
  return { file: viewFile(await findFile(tx, id)), isNew: true }
}
