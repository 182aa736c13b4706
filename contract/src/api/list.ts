import { line } from './fields.ts'
import { listLimits, textLimits } from './limits.ts'
import { z } from './zod.ts'

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })
}

export interface Page<Item> {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}

export const paging = {
  limit: z
    .int()
    .min(-1)
    .max(listLimits.maxRows)
    .refine((limit) => limit !== 0, 'Use a positive number, or -1 for all')
    .default(listLimits.defaultLimit),
  offset: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
}

export const search = line(textLimits.search).optional()

/** `name` sorts upwards, `-name` downwards. */
export function orderingBy<const Column extends string>(
  columns: readonly Column[],
  byDefault: NoInfer<Column | `-${Column}`>,
) {
  const values = columns.flatMap((column) => [column, `-${column}` as const])
  return z.enum(values as [Column | `-${Column}`, ...(Column | `-${Column}`)[]]).default(byDefault as never)
}
