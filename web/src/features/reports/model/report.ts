import type { Interval } from '@cresyl/contract/reports/analytics'
import type { Day } from '../period/days.ts'
import { possibleIntervals, usualInterval } from '../period/interval.ts'
import { currentQuarter, type Period, readPeriod, spanOf, writePeriod } from '../period/period.ts'
import { type ChartId, chartIds } from './charts.ts'
import {
  type FilterKey,
  type Filters,
  filterKeys,
  isFilterValue,
  mostChosen,
  type SlideGroup,
  slideGroups,
} from './filters.ts'

/** What is behind a bar: of a chart, a series, and the interval that begins then; null for the whole period. */
export interface Place {
  chart: ChartId
  series: string
  start: string | null
}

/** Everything that a link to a report says. */
export interface Report {
  period: Period
  /** Null: whatever suits the period. */
  interval: Interval | null
  filters: Filters
  slidesBy: SlideGroup
  /** Whether the period before is shown beside it. */
  compare: boolean
  /** Shown as tables. */
  tables: readonly ChartId[]
  /** Whose list is open. */
  list: Place | null
}

/** Something of an address that could not be read: the parameter and what it said. */
export interface Fault {
  parameter: keyof Report | FilterKey
  said: string
}

const usualGroup: SlideGroup = 'stainer'

/** What makes no sense is left out and told. */
export function readReport(parameters: URLSearchParams, today: Day): { report: Report; faults: Fault[] } {
  const faults: Fault[] = []
  const read = <Value>(
    name: string,
    parameter: Fault['parameter'],
    understand: (said: string) => Value | null | undefined,
  ): Value | null => {
    const said = parameters.get(name)
    if (said === null) return null
    const value = understand(said) ?? null
    if (value === null) faults.push({ parameter, said })
    return value
  }
  const period = read('period', 'period', readPeriod) ?? currentQuarter(today)
  const possible = possibleIntervals(spanOf(period, today))
  const filterOf = (key: FilterKey) => {
    const said = [...new Set(parameters.getAll(key))]
    const known = said.filter((value) => isFilterValue(key, value)).slice(0, mostChosen)
    faults.push(
      ...said.filter((value) => !known.includes(value)).map((value) => ({ parameter: key, said: value })),
    )
    return known
  }
  const report: Report = {
    period,
    interval: read('by', 'interval', (said) => possible.find((interval) => interval === said)),
    filters: {
      project: filterOf('project'),
      tissue: filterOf('tissue'),
      stain: filterOf('stain'),
      predictor: filterOf('predictor'),
      member: filterOf('member'),
    },
    slidesBy: read('slides', 'slidesBy', (said) => slideGroups.find((group) => group === said)) ?? usualGroup,
    compare: read('compare', 'compare', (said) => (said === '1' ? true : null)) ?? false,
    tables: read('tables', 'tables', readTables) ?? [],
    list: read('list', 'list', readPlace),
  }
  return { report, faults }
}

/** Only what differs from the usual is said. What else the address has, such as the tab, stays. */
export function writeReport(
  report: Report,
  today: Day,
  others: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const parameters = new URLSearchParams(others)
  const set = (name: string, value: string | null) => {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  const period = writePeriod(report.period)
  set('period', period === writePeriod(currentQuarter(today)) ? null : period)
  set('by', report.interval)
  for (const key of filterKeys) {
    parameters.delete(key)
    for (const value of report.filters[key]) parameters.append(key, value)
  }
  set('slides', report.slidesBy === usualGroup ? null : report.slidesBy)
  set('compare', report.compare ? '1' : null)
  set('tables', report.tables.length > 0 ? report.tables.join(' ') : null)
  set('list', report.list && writePlace(report.list))
  return parameters
}

/** Another period has other intervals, and nothing that is open of this one. */
export function withPeriod(report: Report, period: Period, today: Day): Report {
  const possible = possibleIntervals(spanOf(period, today))
  const interval = possible.find((each) => each === report.interval) ?? null
  return { ...report, period, interval, list: null }
}

export function intervalOf({ period, interval }: Report, today: Day): Interval {
  return interval ?? usualInterval(spanOf(period, today))
}

function readTables(said: string): ChartId[] | null {
  const names = said.split(' ')
  const known = chartIds.filter((id) => names.includes(id))
  return known.length === names.length ? known : null
}

const separator = '~'
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/

function writePlace({ chart, series, start }: Place): string {
  return [chart, series, ...(start === null ? [] : [start])].join(separator)
}

function readPlace(said: string): Place | null {
  const [name, series = '', start = null, ...more] = said.split(separator)
  const chart = chartIds.find((id) => id === name)
  if (chart === undefined || series === '' || more.length > 0) return null
  return start === null || timePattern.test(start) ? { chart, series, start } : null
}
