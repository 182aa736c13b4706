import type { Analytics } from '@cresyl/contract/reports/analytics'

/** A reply about the first weeks of a November: for each series its value in each week, counted by ones. */
export function testAnalytics(
  series: Readonly<Record<string, readonly (number | null)[]>>,
  changes: Partial<Analytics> = {},
): Analytics {
  const starts = ['2026-10-26', '2026-11-02', '2026-11-09'].map((day) => `${day}T00:00:00.000Z`)
  return {
    from: '2026-10-28T00:00:00.000Z',
    to: '2026-11-12T00:00:00.000Z',
    interval: 'week',
    time_zone: 'UTC',
    unit: 'count',
    series: Object.entries(series).map(([key, values]) => ({
      key,
      label: `The ${key}`,
      points: values.map((value, at) => ({ start: starts[at] ?? '', value, count: value ?? 0 })),
    })),
    totals: Object.fromEntries(
      Object.entries(series).map(([key, values]) => [
        key,
        values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      ]),
    ),
    ...changes,
  }
}
