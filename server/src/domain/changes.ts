import { isDeepStrictEqual } from 'node:util'

/** What differs, for the audit log: `{name: [before, after]}`. */
export function changesBetween<Row extends object>(
  before: Row,
  after: Partial<Row>,
): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [key, value] of Object.entries(after)) {
    const previous = before[key as keyof Row]
    if (!isDeepStrictEqual(previous, value)) changes[key] = [previous, value]
  }
  return changes
}
