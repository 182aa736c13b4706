import { downloads } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { AuditedWork } from '../work.ts'
import { refuseDeletedSlide } from './deleted-slide.ts'
import { type DownloadableObject, downloadableObject } from './downloadable-object.ts'
import { requireStored } from './file-state.ts'
import { findFile } from './queries.ts'

/** Counts a download and says what is handed out. */
export async function downloadFile(work: AuditedWork, id: string): Promise<DownloadableObject> {
  const { tx, member, now } = work
  const { file } = await findFile(tx, id)
  requireStored(file)
  await refuseDeletedSlide(tx, file)
  const object = await downloadableObject(work, file)
  const { size: bytes, deidentified } = object
  await tx.insert(downloads).values({
    id: newId(),
    organizationId: member.organizationId,
    kind: 'file',
    fileId: id,
    userId: member.userId,
    bytes,
    deidentified,
    createdAt: now,
  })
  work.record({ id, details: { bytes, deidentified } })
  return object
}
