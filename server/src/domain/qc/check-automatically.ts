import { priorities } from '@cresyl/contract/operations/job-kinds'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { organizationSettings, slides } from '../../platform/db/schema/index.ts'
import { queueChecks } from './queue-checks.ts'

/**
 * Has a slide checked that has just been read, in the transaction of the platform that registers it: where the
 * organisation wants that, and where it was checked before, since its file may show something else by now.
 */
export async function checkAutomatically(
  tx: Tx,
  { organizationId, slideId, now }: { organizationId: string; slideId: string; now: Date },
): Promise<void> {
  const [slide] = await tx
    .select()
    .from(slides)
    .where(and(eq(slides.organizationId, organizationId), eq(slides.id, slideId)))
  if (slide === undefined || slide.deletedAt !== null) return
  if (slide.qcState === 'none' && !(await isWanted(tx, organizationId))) return
  const { sourceImageId: imageId, createdBy, fileId } = slide
  const priority = (await isOfDemo(tx, organizationId, fileId)) ? priorities.idle : priorities.follows
  await queueChecks(tx, [{ organizationId, slideId, imageId }], { priority, createdBy, now })
}

async function isWanted(tx: Tx, organizationId: string): Promise<boolean> {
  const [settings] = await tx
    .select({ isWanted: organizationSettings.qcAutomatic })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return settings?.isWanted === true
}

/** Nobody waits for those of the demonstration. */
async function isOfDemo(tx: Tx, organizationId: string, fileId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (
      select from demo_parts where organization_id = ${organizationId} and kind = 'file' and subject_id = ${fileId}
    ) as found`)
  return rows[0]?.found === true
}
