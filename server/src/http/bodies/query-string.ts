import { z } from 'zod'

type RawQuery = Record<string, unknown>

/** Query values arrive as strings: turns each into what its schema speaks of, leaving what doesn't fit for the check. */
export function coerceQuery(schema: z.ZodObject, raw: RawQuery): RawQuery {
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [
      key,
      coerce(schema.shape[key] as z.ZodType | undefined, value),
    ]),
  )
}

function coerce(schema: z.ZodType | undefined, value: unknown): unknown {
  const kind = schema && unwrap(schema)
  if (kind instanceof z.ZodArray) {
    const each = Array.isArray(value) ? value : [value]
    return each.map((item) => coerce(kind.element as z.ZodType, item))
  }
  if (typeof value !== 'string') return value
  if (kind instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (kind instanceof z.ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  return schema
}
