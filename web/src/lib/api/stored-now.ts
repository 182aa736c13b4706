import type { z } from '@cresyl/contract/api/zod'
import { hasCode } from './field-errors.ts'

/** What is stored now, where a save was refused because it is another than the one that was edited. */
export function storedNow<Stored>(error: unknown, schema: z.ZodType<Stored>): Stored | null {
  if (!hasCode(error, 'stale_version')) return null
  const parsed = schema.safeParse(error.current)
  return parsed.success ? parsed.data : null
}
