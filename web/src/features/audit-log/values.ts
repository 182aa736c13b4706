import type { AuditEntry, AuditValue as Value } from '@cresyl/contract/operations/audits'
import { formatDateTime, formatNumber } from '../../ui/text/dates.ts'

export type { AuditValue as Value } from '@cresyl/contract/operations/audits'

export interface ShownChange {
  /** In words; parts of a larger value after another: “Branding › primary”. */
  field: string
  before: Value
  after: Value
}

const deepest = 3

/** One line for each thing that differs: of two objects only their parts that do. */
export function linesOf(changes: AuditEntry['changes']): ShownChange[] {
  return changes.flatMap(({ field, before, after }) => differences(fieldWords(field), before, after, 1))
}

function differences(field: string, before: Value, after: Value, depth: number): ShownChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (!isObject(before) || !isObject(after) || depth > deepest) return [{ field, before, after }]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) =>
    differences(`${field} › ${fieldWords(key)}`, before[key] ?? null, after[key] ?? null, depth + 1),
  )
}

function isObject(value: Value): value is { [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const known: Record<string, string> = {
  stainerId: 'Stain',
  stainer_id: 'Stain',
  organ: 'Organ',
  mpp: 'µm per pixel',
  ip: 'Address',
  qc: 'Quality control',
  method: 'How',
}

/** “projectId” and “project_id” are “Project”; “labelVisibility” is “Label visibility”. */
export function fieldWords(field: string): string {
  const found = known[field]
  if (found !== undefined) return found
  const words = field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  const named = words.replace(/ ids?$/, '') || words
  return named.charAt(0).toUpperCase() + named.slice(1)
}

const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** A single value in words; objects as they are written in programs. */
export function valueText(value: Value, names: AuditEntry['names']): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string')
    return names[value]?.name ?? (time.test(value) ? formatDateTime(value) : value)
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    const isPlain = value.every((each) => typeof each !== 'object' || each === null)
    if (isPlain) return value.map((each) => valueText(each, names)).join(', ')
  }
  return JSON.stringify(value, null, 2)
}
