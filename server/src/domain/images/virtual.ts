import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { images } from '../../platform/db/schema/index.ts'

/** The name under which the metadata of an output say that it is virtual. */
export const virtualProperty = 'Virtual'
/** Goes with files too, wherever they are sent: plain letters only. */
export const virtualSentence = 'yes: no microscope saw this'

/** What pictures carry that were cut from one. */
export const virtualComment = `${virtualProperty}: ${virtualSentence}`

/** Of a scan such a word in its file would mean something else. */
export const isVirtual = ({
  kind,
  metadata,
}: Pick<typeof images.$inferSelect, 'kind' | 'metadata'>): boolean =>
  kind === 'output' && metadata[virtualProperty] !== undefined

/** The same, told by the database. */
export const virtualColumn: SQL<boolean> = sql<boolean>`(${images.kind} = 'output' and ${images.metadata} -> ${virtualProperty}::text is not null)`

export async function findIsVirtual(tx: Tx, organizationId: string, imageId: string): Promise<boolean> {
  const [found] = await tx
    .select({ kind: images.kind, metadata: images.metadata })
    .from(images)
    .where(and(eq(images.organizationId, organizationId), eq(images.id, imageId)))
  return found !== undefined && isVirtual(found)
}
