import type { analyticsQuery } from '@cresyl/contract/reports/analytics'
import type { z } from 'zod'
import type { Group } from './sources.ts'

type Common = z.output<z.ZodObject<typeof analyticsQuery>>

/** What the routes have in common, and what some of them take beside. */
export interface AnalyticsQuery extends Common {
  group_by: Group | 'none'
  predictor_id?: string[] | undefined
  state?: string[] | undefined
}
