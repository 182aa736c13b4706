import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { slides } from '../../platform/db/schema/index.ts'
import { refuseState } from './file-state.ts'
import type { FileRow } from './view.ts'

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
