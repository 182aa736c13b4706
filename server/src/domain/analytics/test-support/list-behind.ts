import { type Asked, type Measure, meanings } from './brute-force.ts'

/** How routes call what rows are chosen by. */
export const filterKeys = {
  project: 'project_id',
  tissue: 'tissue_id',
  stainer: 'stainer_id',
  member: 'member_id',
  predictor: 'predictor_id',
  state: 'state',
} as const

interface ListOf {
  path: string
  time: 'created' | 'finished' | 'overridden'
  /** What chooses the rows of the measure: their states, or something else. How the list calls what others call otherwise. */
  states?: string[]
  fixed?: string
  names?: Record<string, string>
}

const checksOf = { path: 'qc-jobs', names: { verdict: 'state', measure: 'failing_measure' } }

/** Which list the points of each measure lead to. */
const lists: Record<Measure, ListOf> = {
  'slides count': { path: 'slides', time: 'created' },
  'slides bytes': { path: 'slides', time: 'created' },
  'slides storage': { path: 'slides', time: 'created' },
  'files downloads': { path: 'downloads', time: 'created' },
  'files download_bytes': { path: 'downloads', time: 'created' },
  'files uploads': { path: 'files', time: 'created' },
  'files upload_bytes': { path: 'files', time: 'created', states: ['stored'] },
  'qcResults count': { ...checksOf, time: 'finished', states: ['passed', 'warned', 'failed'] },
  'qcResults overrides': {
    path: 'qc-jobs',
    time: 'overridden',
    fixed: '&overridden=true',
    names: { ...checksOf.names, member: 'overridden_by' },
  },
  'qcResults turnaround_median': { ...checksOf, time: 'finished', fixed: '&first=true' },
  'qcResults turnaround_p90': { ...checksOf, time: 'finished', fixed: '&first=true' },
  'qcStates count': { ...checksOf, time: 'created' },
  'inference count': { path: 'inference-jobs', time: 'created' },
  'inference duration_median': { path: 'inference-jobs', time: 'finished', states: ['succeeded'] },
  'inference duration_p90': { path: 'inference-jobs', time: 'finished', states: ['succeeded'] },
  'inference success_rate': {
    path: 'inference-jobs',
    time: 'finished',
    states: ['succeeded', 'failed'],
  },
  'inference turnaround_median': { path: 'inference-jobs', time: 'finished', fixed: '&first=true' },
  'inference turnaround_p90': { path: 'inference-jobs', time: 'finished', fixed: '&first=true' },
  'inferenceDownloads count': { path: 'downloads', time: 'created', fixed: '&of_runs=true' },
  'inferenceDownloads bytes': { path: 'downloads', time: 'created', fixed: '&of_runs=true' },
}

/** What is asked of the list behind a point of a series; undefined: the filters leave the series out. */
export function addressOfList(
  asked: Asked,
  key: string,
  { start, end }: { start: string; end: string },
): string | undefined {
  const { path, time, states, fixed = '', names = {} } = lists[asked.measure]
  const nameIn = (group: string) =>
    names[group] ??
    (group === 'member' ? 'created_by' : group in filterKeys ? filterKeys[group as 'project'] : group)
  const chosen = new Map<string, readonly string[]>(
    Object.entries(asked.filters).map(([group, values]) => [nameIn(group), values]),
  )
  if (asked.group !== 'none') {
    const name = nameIn(asked.group)
    if (!(chosen.get(name)?.includes(key) ?? true)) return undefined
    chosen.set(name, [key])
  }
  if (states) {
    const left = (chosen.get('state') ?? states).filter((state) => states.includes(state))
    if (left.length === 0) return undefined
    chosen.set('state', left)
  }
  const query = [
    ...(meanings[asked.measure].way === 'running' ? [] : [`${time}_after=${start}`]),
    ...[`${time}_before=${end}`],
    ...[...chosen].flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
  ].join('&')
  return `${path}/?limit=1&${query}${fixed}`
}
