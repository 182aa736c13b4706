import { ApiError } from '@cresyl/contract/api/errors'
import { isDismissable } from '@cresyl/contract/files/files'
import { eq } from 'drizzle-orm'
import { files, images } from '../../platform/db/schema/index.ts'
import { mayDo } from '../access.ts'
import type { AuditedWork } from '../work.ts'
import { lockFile } from './queries.ts'
import { viewFile } from './view.ts'

/** Forgets a file that came to nothing; what it has in storage goes afterwards. */
export async function deleteFile(work: AuditedWork, id: string): Promise<undefined> {
  const { tx, member } = work
  const found = await lockFile(tx, id)
  const { file } = found
  if (file.createdBy !== member.userId && !mayDo(member, 'delete:files')) {
    throw new ApiError('forbidden', {
      detail:
        'You can only remove files that you uploaded yourself. Ask the person who uploaded it, or an administrator.',
    })
  }
  if (!isDismissable(viewFile(found))) {
    throw new ApiError('file_state', {
      detail: 'Only uploads that failed, were cancelled or could not be read can be removed.',
    })
  }
  await tx.delete(images).where(eq(images.fileId, id))
  await tx.delete(files).where(eq(files.id, id))
  work.record({ id, details: { name: file.name, state: file.state } })
}
