import { bytes } from '@cresyl/contract/api/limits'
import type { Unit } from '../model/chart-data.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Lengths that people count by; beyond the last, whole multiples of it. */
const times = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 4, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28].map((count) => count * day),
]

const sizes = [1, bytes.KB, bytes.MB, bytes.GB, 1024 * bytes.GB].flatMap((unit) =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * unit),
)

const steps: Partial<Record<Unit, readonly number[]>> = { bytes: sizes, seconds: times }
const most = 5

/** How an axis is divided so that its labels are round in their unit; undefined where round tens are. */
export function axisSteps(unit: Unit, highest: number): { interval: number; max: number } | undefined {
  if (unit === 'share') return { interval: 0.25, max: 1 }
  const known = steps[unit]
  if (!known || highest <= 0) return undefined
  const last = known.at(-1) ?? 1
  const interval = known.find((step) => highest / step <= most) ?? last * Math.ceil(highest / (most * last))
  return { interval, max: Math.ceil(highest / interval) * interval }
}
