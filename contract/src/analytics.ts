import { id, time } from './fields.ts'
import { z } from './zod.ts'

export const intervals = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Interval = (typeof intervals)[number]

/** What every analysis over time takes; the organisation's time zone says when a day begins. */
export const analyticsQuery = {
  from: time.optional(),
  to: time.optional(),
  interval: z.enum(intervals).default('month'),
  project_id: z.array(id).optional(),
}

/** Every series has a point for every interval, empty ones too. */
export const analytics = z.object({
  from: time,
  to: time,
  interval: z.enum(intervals),
  time_zone: z.string(),
  series: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      points: z.array(z.object({ start: time, value: z.number() })),
    }),
  ),
  /** Of each series, by its key. */
  totals: z.record(z.string(), z.number()),
})
export type Analytics = z.infer<typeof analytics>
