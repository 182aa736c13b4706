import { eq } from 'drizzle-orm'
import { displayPresets } from '../../platform/db/schema/index.ts'
import type { AuditedWork } from '../work.ts'
import { lockPreset } from './queries.ts'

/** For good; the audit log keeps its name. */
export async function deletePreset(work: AuditedWork, id: string): Promise<void> {
  const { name, projectId } = await lockPreset(work.tx, id)
  await work.tx.delete(displayPresets).where(eq(displayPresets.id, id))
  work.record({ id, details: { project_id: projectId, name } })
}
