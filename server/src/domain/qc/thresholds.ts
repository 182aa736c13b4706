import { noThresholds, type QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { organizationSettings } from '../../platform/db/schema/index.ts'

/**
 * Those of the organisation, held until the transaction ends: whoever changes them comes before or after, and judges
 * anew what was judged before.
 */
export async function holdThresholds(tx: Tx, organizationId: string): Promise<QcThresholds> {
  const [found] = await tx
    .select({ thresholds: organizationSettings.qcThresholds })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
    .for('share')
  return found?.thresholds ?? noThresholds
}

/** Whether some stain is judged otherwise than the rest. */
export function differByStain({ stains }: QcThresholds): boolean {
  return Object.values(stains).some((limits) => Object.keys(limits).length > 0)
}
