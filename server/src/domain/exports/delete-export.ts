import { ApiError } from '@cresyl/contract/errors'
import { eq } from 'drizzle-orm'
import { exports } from '../../platform/db/schema/index.ts'
import { requestCancel } from '../../platform/queue/cancel.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'
import { mayDo } from '../access.ts'
import type { AuditedWork } from '../work.ts'
import { lockExport } from './queries.ts'

/** Forgets an export and stops making it. Returns what it has in storage, which is then to be removed. */
export async function deleteExport(work: AuditedWork, id: string): Promise<ObjectKey | undefined> {
  const { tx, member } = work
  const { made } = await lockExport(work, id)
  if (made.createdBy !== member.userId && !mayDo(member, 'delete:images')) {
    throw new ApiError('forbidden', {
      detail: 'You do not have the right to delete what others had made. Ask them, or an administrator.',
    })
  }
  if (made.jobId !== null) await requestCancel(tx, made.jobId, member.userId)
  await tx.delete(exports).where(eq(exports.id, id))
  work.record({ id, details: { image_id: made.imageId } })
  return made.path === null ? undefined : { organizationId: made.organizationId, path: made.path }
}
