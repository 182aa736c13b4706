import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ObjectKey } from '../../platform/storage/storage.ts'

const objectsAtOnce = 500

/** Deletes what is selected, at most so many at a time, until nothing is left of it. Returns how many objects. */
export async function deleteInTurns(
  { database, storage }: Context,
  select: (tx: Tx, most: number) => Promise<ObjectKey[]>,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const keys = await database.asSystem((tx) => select(tx, objectsAtOnce))
    for (const key of keys) await storage.delete(key)
    deleted += keys.length
    if (keys.length < objectsAtOnce) return deleted
  }
}
