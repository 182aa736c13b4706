/** What JSON has between braces. */
export type JsonRecord = Record<string, unknown>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same, or nothing where it is something else. */
export const recordIn = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

/** Without keys that stand for nothing. */
export const isEmpty = (record: JsonRecord): boolean => Object.keys(record).length === 0
