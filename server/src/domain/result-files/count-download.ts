import type { ResultFormat } from '@cresyl/contract/predictors/inference-outputs'
import { downloads } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import type { AuditedWork } from '../work.ts'

interface HandedOut {
  /** The run. */
  id: string
  /** What is handed out, or what it was found in. */
  imageId: string
  format: ResultFormat
  /** Of what is written while it is sent, as much as lies in storage of it. */
  bytes: number
}

/** Counts and audits that an address was handed out: whoever has it may fetch what lies there. */
export async function countDownload(
  work: AuditedWork,
  { id, imageId, format, bytes }: HandedOut,
): Promise<void> {
  const { tx, member, now } = work
  await tx.insert(downloads).values({
    id: newId(),
    organizationId: member.organizationId,
    imageId,
    inferenceJobId: id,
    // Tables and shapes are no image, though they were found in one.
    kind: format === 'ome_tiff' ? 'image' : 'file',
    userId: member.userId,
    bytes,
    createdAt: now,
  })
  work.record({ id, details: { image_id: imageId, format, bytes } })
}
