import { idOrNone, time } from '../api/fields.ts'
import { z } from '../api/zod.ts'

export const intervals = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Interval = (typeof intervals)[number]

/** An instant, or a day: when that begins in the organisation's time zone. */
const moment = z.union([time, z.iso.date()], 'Not a date, such as 2026-03-01, nor a time in UTC')

/** What every analysis over time takes; the organisation's time zone says when a day begins. `to` is not included. */
export const analyticsQuery = {
  from: moment.optional(),
  to: moment.optional(),
  interval: z.enum(intervals).default('month'),
  project_id: z.array(idOrNone).optional(),
  tissue_id: z.array(idOrNone).optional(),
  stainer_id: z.array(idOrNone).optional(),
  /** Whose it is: who uploaded, asked, overrode or downloaded. */
  member_id: z.array(idOrNone).optional(),
}

/** By what everything can be told apart that is about slides and done by people. */
export const commonGroups = ['none', 'project', 'tissue', 'stainer', 'member'] as const

/** How the values of a reply are counted; a share is from 0 to 1. */
export const analyticsUnits = ['count', 'bytes', 'seconds', 'share'] as const

/** Keys of series beside ids and states: of rows that have none, of all, and of the groups beyond the largest. */
export const seriesKeys = { none: 'none', all: 'all', others: 'others' } as const

/** Every series has a point for every interval, empty ones too. */
export const analytics = z.object({
  from: time,
  to: time,
  interval: z.enum(intervals),
  time_zone: z.string(),
  unit: z.enum(analyticsUnits),
  series: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      points: z.array(
        z.object({
          /** Of the interval, which ends where the next begins; the period may begin and end within one. */
          start: time,
          /** Null where it is a median or a share, and of nothing. */
          value: z.number().nullable(),
          /** How many it was told from: the list that it leads to has as many. */
          count: z.int(),
        }),
      ),
    }),
  ),
  /** Of each series, by its key: over the whole period, not a sum where it is a median or a share. */
  totals: z.record(z.string(), z.number().nullable()),
})
export type Analytics = z.infer<typeof analytics>
