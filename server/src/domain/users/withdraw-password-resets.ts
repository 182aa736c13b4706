import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { passwordResets } from '../../platform/db/schema/index.ts'

/** Ends the links that nobody has used yet. Needs the system's transaction. */
export async function withdrawPasswordResets(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
}
