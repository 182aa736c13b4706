import type { Interval } from '@cresyl/contract/reports/analytics'
import type { counted } from '../counted.ts'
import type { Group } from '../sources.ts'
import type { Fact } from './random-lab.ts'

type Counted = typeof counted
export type RouteKey = keyof Counted
export type Measure = { [Key in RouteKey]: `${Key} ${keyof Counted[Key] & string}` }[RouteKey]

interface Meaning {
  what: Fact['what']
  at: 'created' | 'finished' | 'overridden'
  which?: (fact: Fact) => boolean
  of?: (fact: Fact) => number | null
  way: 'count' | 'sum' | 'running' | 'mean' | number
}

const isJudged = ({ keys }: Fact) => keys.verdict !== undefined
const isRun = ({ keys }: Fact) => keys.predictor !== null
const bytes = (fact: Fact) => fact.bytes
const verdicts = { what: 'check', at: 'finished', of: (fact: Fact) => fact.turnaround } as const
const results = { what: 'run', at: 'finished', of: (fact: Fact) => fact.turnaround } as const
const durations = { what: 'run', at: 'finished', of: (fact: Fact) => fact.seconds } as const
const done: readonly unknown[] = ['succeeded', 'failed']

/** What each measure means, told a second time and without a database. */
export const meanings: Record<Measure, Meaning> = {
  'slides count': { what: 'slide', at: 'created', way: 'count' },
  'slides bytes': { what: 'slide', at: 'created', of: bytes, way: 'sum' },
  'slides storage': { what: 'slide', at: 'created', of: bytes, way: 'running' },
  'files downloads': { what: 'download', at: 'created', way: 'count' },
  'files download_bytes': { what: 'download', at: 'created', of: bytes, way: 'sum' },
  'files uploads': { what: 'file', at: 'created', way: 'count' },
  'files upload_bytes': {
    what: 'file',
    at: 'created',
    of: bytes,
    way: 'sum',
    which: ({ keys }) => keys.state === 'stored',
  },
  'qcResults count': { what: 'check', at: 'finished', which: isJudged, way: 'count' },
  'qcResults overrides': { what: 'check', at: 'overridden', way: 'count' },
  'qcResults turnaround_median': { ...verdicts, way: 0.5 },
  'qcResults turnaround_p90': { ...verdicts, way: 0.9 },
  'qcStates count': { what: 'check', at: 'created', way: 'count' },
  'inference count': { what: 'run', at: 'created', way: 'count' },
  'inference duration_median': { ...durations, way: 0.5 },
  'inference duration_p90': { ...durations, way: 0.9 },
  'inference success_rate': {
    what: 'run',
    at: 'finished',
    way: 'mean',
    which: ({ keys }) => done.includes(keys.state),
    of: ({ keys }) => (keys.state === 'succeeded' ? 1 : 0),
  },
  'inference turnaround_median': { ...results, way: 0.5 },
  'inference turnaround_p90': { ...results, way: 0.9 },
  'inferenceDownloads count': { what: 'download', at: 'created', which: isRun, way: 'count' },
  'inferenceDownloads bytes': { what: 'download', at: 'created', which: isRun, of: bytes, way: 'sum' },
}

export interface Asked {
  measure: Measure
  group: Group | 'none'
  interval: Interval
  timeZone: string
  from: Date
  to: Date
  filters: Partial<Record<Group, readonly string[]>>
}

/** Where an instant lies, as its clock says: the name of the interval. */
export function createNamer(interval: Interval, timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const quarterHour = 900_000
  const names = new Map<number, string>()
  const nameOfDay = (day: string) => {
    const [year = '', month = ''] = day.split('-')
    if (interval === 'year') return year
    if (interval === 'month') return `${year}-${month}`
    if (interval === 'quarter') return `${year} Q${Math.ceil(Number(month) / 3)}`
    if (interval === 'day') return day
    const monday = new Date(`${day}T00:00Z`)
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
    return monday.toISOString().slice(0, 10)
  }
  // Days begin with a quarter of an hour everywhere, and asking for one takes long.
  return (at) => {
    const slot = Math.floor(at.getTime() / quarterHour)
    const name = names.get(slot) ?? nameOfDay(format.format(at))
    names.set(slot, name)
    return name
  }
}

/** By key of the series and name of the interval: all that was counted, largest groups first and the small ones together. */
export function countByHand(
  facts: readonly Fact[],
  asked: Asked,
): { series: Map<string, Map<string, number[]>>; before: Map<string, number[]> } {
  const { what, at, which = () => true, of = () => 0 } = meanings[asked.measure]
  const memberOf = (fact: Fact) => (at === 'overridden' ? fact.overriddenBy : fact.keys.member)
  const keysOf = (fact: Fact, group: Group): (string | null | undefined)[] => {
    if (group === 'measure') return fact.failing
    if (group === 'member') return [memberOf(fact)]
    return [group === 'verdict' ? fact.keys.state : fact.keys[group]]
  }
  const rows = facts.flatMap((fact) => {
    const [when, value] = [fact[at], of(fact)]
    const isChosen = Object.entries(asked.filters).every(([group, values]) =>
      keysOf(fact, group as Group).some((key) => values.includes(key ?? 'none')),
    )
    if (fact.what !== what || fact.isHidden || when === null || value === null || !which(fact) || !isChosen)
      return []
    if (when >= asked.to) return []
    const keys = asked.group === 'none' ? ['all'] : keysOf(fact, asked.group)
    return keys.map((key) => ({ key: key ?? 'none', when, value }))
  })
  const isRunning = meanings[asked.measure].way === 'running'
  const within = rows.filter(({ when }) => isRunning || when >= asked.from)
  const sizes = new Map<string, number>()
  for (const { key } of within) sizes.set(key, (sizes.get(key) ?? 0) + 1)
  const last = (key: string) => (key === 'none' ? '~' : key)
  const ranked = [...sizes]
    .sort(([a, x], [b, y]) => y - x || (last(a) < last(b) ? -1 : 1))
    .map(([key]) => key)
  const shown = new Set(ranked.slice(0, 20))
  const nameOf = createNamer(asked.interval, asked.timeZone)
  const series = new Map<string, Map<string, number[]>>()
  const before = new Map<string, number[]>()
  for (const { key: own, when, value } of within) {
    const key = shown.has(own) ? own : 'others'
    const points = series.get(key) ?? new Map<string, number[]>()
    series.set(key, points)
    const name = nameOf(when)
    if (when < asked.from && name !== nameOf(asked.from)) before.set(key, [...(before.get(key) ?? []), value])
    else points.set(name, [...(points.get(name) ?? []), value])
  }
  return { series, before }
}

/** The value of the numbers of one point; null where there is none. */
export function valueByHand(way: Meaning['way'], values: readonly number[]): number | null {
  const sum = values.reduce((one, other) => one + other, 0)
  if (way === 'count') return values.length
  if (way === 'sum' || way === 'running') return sum
  if (values.length === 0) return null
  if (way === 'mean') return sum / values.length
  const sorted = values.toSorted((a, b) => a - b)
  const place = way * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}
