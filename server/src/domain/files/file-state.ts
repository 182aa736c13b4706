import { ApiError } from '@cresyl/contract/api/errors'
import type { FileState } from '@cresyl/contract/files/files'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slides } from '../../platform/db/schema/index.ts'
import { mayDo } from '../access.ts'
import type { Member } from '../work.ts'
import type { FileRow } from './view.ts'

const ended: Record<Exclude<FileState, 'created'>, string> = {
  stored: 'This file is already stored.',
  failed: 'The upload of this file has failed. Send the file again as a new one.',
  aborted: 'The upload of this file was cancelled. Send the file again as a new one.',
}

export function refuseState(detail: string): never {
  throw new ApiError('file_state', { detail })
}

/** The upload of another is theirs to end, or that of those who look after projects. */
export function requireOwnUpload(member: Member, { createdBy }: FileRow): void {
  if (createdBy === member.userId || mayDo(member, 'update:projects')) return
  throw new ApiError('forbidden', {
    detail:
      'You can only end uploads that you started yourself. Ask the person who started it, or a manager.',
  })
}

/** Nothing but a file that is still expected can be sent or ended. */
export function requireExpected({ state }: FileRow): void {
  if (state !== 'created') refuseState(ended[state])
}

export function requireStored({ state }: FileRow): void {
  if (state === 'stored') return
  refuseState(
    state === 'created' ? 'This file has not been stored yet: its upload is not complete.' : ended[state],
  )
}

export function refuseAssembled(): never {
  refuseState('All parts of this file have arrived and are assembled: complete its upload.')
}

/**
 * The file of a deleted slide is neither handed out nor read again. To be asked in a transaction that is shown what
 * was deleted: in another one such a slide, and with it that it has a label, can't be seen.
 */
export async function refuseDeletedSlide(tx: Tx, { id }: FileRow): Promise<void> {
  const deleted = await tx
    .select({ id: slides.id })
    .from(slides)
    .where(and(eq(slides.fileId, id), isNotNull(slides.deletedAt)))
  if (deleted.length > 0) refuseState('The slide of this file was deleted. Restore the slide first.')
}
