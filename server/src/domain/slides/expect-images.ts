import type { ImageKind } from '@cresyl/contract/slides/images'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { FileRow } from '../files/view.ts'

export interface ExpectedImage {
  part: string
  kind: ImageKind
  name: string | null
}

const rowsAtOnce = 1000

/**
 * Gives each image of a file an id before anything is made of it, the same however often the file is read. To be
 * done in a transaction of the platform: images of a deleted slide keep their ids too. Returns the ids by part.
 */
export async function expectImages(
  tx: Tx,
  { id: fileId, organizationId }: Pick<FileRow, 'id' | 'organizationId'>,
  expected: readonly ExpectedImage[],
): Promise<Map<string, string>> {
  // Lists have what is equally old by its id: images in the order of the file.
  const ids = expected.map(() => newId()).sort()
  const rows = ids.map((id, index) => ({ ...(expected[index] as ExpectedImage), id, organizationId, fileId }))
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    await tx
      .insert(images)
      .values(rows.slice(first, first + rowsAtOnce))
      .onConflictDoNothing()
  }
  const isOfFile = and(eq(images.organizationId, organizationId), eq(images.fileId, fileId))
  const parts = expected.map(({ part }) => part)
  await tx
    .update(images)
    .set({ state: 'pending', stateMessage: '', updatedAt: sql`now()`, version: sql`${images.version} + 1` })
    .where(and(isOfFile, isNull(images.slideId), eq(images.state, 'failed'), inArray(images.part, parts)))
  const found = await tx
    .select({ id: images.id, part: images.part })
    .from(images)
    .where(and(isOfFile, ne(images.kind, 'output'), inArray(images.part, parts)))
  return new Map(found.map(({ part, id }) => [part, id]))
}
