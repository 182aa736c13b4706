import type { Tx } from '../../platform/db/database.ts'
import { rejudgeSlides } from './rejudge-slides.ts'
import { differByStain, holdThresholds } from './thresholds.ts'

/** Slides have another stain by now: where limits differ between stains, they are judged anew. */
export async function judgeByStain(
  tx: Tx,
  given: { organizationId: string; slideIds: readonly string[]; now: Date; userId: string | null },
): Promise<void> {
  const { organizationId, slideIds, now, userId } = given
  if (slideIds.length === 0) return
  const thresholds = await holdThresholds(tx, organizationId)
  if (differByStain(thresholds)) await rejudgeSlides(tx, { slideIds, thresholds, now, userId })
}
