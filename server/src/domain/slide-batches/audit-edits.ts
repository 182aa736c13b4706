import type { AuditEvent } from '@cresyl/contract/audit'
import type { Tx } from '../../platform/db/database.ts'
import { placesOf } from '../audit/places.ts'
import { recordAudits } from '../audit/record.ts'
import { changesBetween } from '../changes.ts'
import type { Edit } from './plan-edit.ts'
import type { BatchRow } from './queries.ts'

/** A row for each slide, as if it had been changed by itself. */
export async function auditEdits(tx: Tx, batch: BatchRow, edits: readonly Edit[], now: Date): Promise<void> {
  const { organizationId, createdBy, acting } = batch
  await recordAudits(
    tx,
    edits.map((edit) => ({
      ...{ organizationId, event: eventOf(edit), subjectId: edit.slide.id, occurredAt: now },
      ...(createdBy !== null && { userId: createdBy }),
      details: {
        batch_id: batch.id,
        ...(edit.values && { changes: changesBetween(edit.slide, edit.values) }),
        ...untold(batch, placesOf(edit.slide, edit.values)),
        ...(acting && { superadmin: true }),
      },
    })),
  )
}

function eventOf({ deleted }: Edit): AuditEvent {
  if (deleted === undefined) return 'slide.updated'
  return deleted ? 'slide.deleted' : 'slide.restored'
}

/** A project whose history tells of the batch needs not be told of each of its slides. */
function untold({ toldProjects }: BatchRow, places: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(places).filter(([, id]) => !toldProjects.includes(id)))
}
