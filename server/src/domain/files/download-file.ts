import { downloads } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { AuditedWork, Work } from '../work.ts'
import { type DownloadableObject, downloadableObject } from './downloadable-object.ts'
import { requireInPlace } from './imported-file.ts'
import { prepareCopy } from './prepare-copy.ts'

const scope = { showDeleted: true } as const

/** Transactions of a member that are shown what was deleted: nothing is held while a disk is looked at. */
interface Acts {
  read<T>(work: (work: Work) => Promise<T>, given: typeof scope): Promise<T>
  write<T>(work: (work: AuditedWork) => Promise<T>, given: typeof scope): Promise<T>
}

/** Counts a download and says what is handed out; `being_prepared` as long as that is still to be made. */
export async function downloadFile(acts: Acts, id: string): Promise<DownloadableObject> {
  const known = await acts.read((work) => downloadableObject(work, id), scope)
  // Thrown after the commit: the job is to stay.
  if (known === null) throw await acts.write((work) => prepareCopy(work, id), scope)
  const object = 'path' in known ? { ...known, size: (await requireInPlace(known.path)).size } : known
  await acts.write((work) => countDownload(work, object), scope)
  return object
}

async function countDownload(work: AuditedWork, object: DownloadableObject): Promise<void> {
  const { fileId, size: bytes, deidentified } = object
  const { tx, member, now } = work
  await tx.insert(downloads).values({
    id: newId(),
    organizationId: member.organizationId,
    kind: 'file',
    fileId,
    userId: member.userId,
    bytes,
    deidentified,
    createdAt: now,
  })
  work.record({ id: fileId, details: { bytes, deidentified } })
}
