import { ApiError } from '@cresyl/contract/api/errors'
import type { Context } from '../../platform/context.ts'
import { isPartNumber, partCount } from '../../platform/storage/part-layout.ts'
import { requireExpected } from './file-state.ts'
import { type Acts, referenceOf, uploadOf } from './file-upload.ts'
import { findFile } from './queries.ts'

/** A signed address to send one part to of the upload that is open. */
export async function signPart(
  { storage, metrics }: Context,
  acts: Acts,
  id: string,
  partNumber: number,
): Promise<string> {
  const upload = await acts.read(async ({ tx }) => {
    const { file } = await findFile(tx, id)
    requireExpected(file)
    return uploadOf(tx, file)
  })
  if (upload === null) refuseUnbegun()
  if (!isPartNumber(upload, partNumber)) {
    const range = `Must be from 1 to ${partCount(upload)}`
    throw new ApiError('invalid_input', {
      detail: `partNumber: ${range}.`,
      fields: { partNumber: [range] },
    })
  }
  const url = await storage.uploads.partUrl(referenceOf(upload), partNumber)
  metrics.uploads.addressSigned()
  return url
}

export function refuseUnbegun(): never {
  throw new ApiError('upload_closed', { detail: 'The upload of this file has not started. Start it first.' })
}
