import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'

/**
 * Removes pictures that nobody and no organisation shows any more. A day is left to pages that were open when a logo
 * was replaced. Returns how many.
 */
export async function removeUnusedPictures({ database }: Context): Promise<number> {
  const { rowCount } = await database.asSystem((tx) =>
    tx.execute(sql`
      delete from pictures
      where created_at < now() - interval '1 day'
        and not exists (select from users where picture = '/pictures/' || pictures.id)
        and not exists (select from organizations where branding ->> 'logo' = '/pictures/' || pictures.id)
    `),
  )
  return rowCount ?? 0
}
