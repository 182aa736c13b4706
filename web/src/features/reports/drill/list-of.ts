import type { z } from '@cresyl/contract/api/zod'
import { fileStates, type listFiles } from '@cresyl/contract/files/files'
import { jobStates } from '@cresyl/contract/operations/jobs'
import type { listInferenceJobs } from '@cresyl/contract/predictors/inference-jobs'
import { type listQcJobs, qcJobStates } from '@cresyl/contract/qc/qc-jobs'
import { qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import { qcVerdicts } from '@cresyl/contract/qc/qc-verdict'
import { seriesKeys } from '@cresyl/contract/reports/analytics'
import { downloadKinds, type listDownloads } from '@cresyl/contract/slides/downloads'
import { type listSlides, qcStates } from '@cresyl/contract/slides/slides'
import type { ChartId } from '../model/charts.ts'
import { turnaroundKeys } from '../model/derived.ts'
import type { Filters, SlideGroup } from '../model/filters.ts'

type QueryOf<R extends { query: z.ZodType }> = z.input<R['query']>

/** The list that a part of a chart leads to: it has as many rows as the part stands for. */
export type ListQuestion =
  | { kind: 'slides'; query: QueryOf<typeof listSlides> }
  | { kind: 'files'; query: QueryOf<typeof listFiles> }
  | { kind: 'checks'; query: QueryOf<typeof listQcJobs> }
  | { kind: 'runs'; query: QueryOf<typeof listInferenceJobs> }
  | { kind: 'downloads'; query: QueryOf<typeof listDownloads> }
export type ListKind = ListQuestion['kind']

/** A part of a chart: a series, and when. The end is not included. */
export interface Part {
  chart: ChartId
  series: string
  from: string
  to: string
}

/** Null where a part leads nowhere: the rest of many series, or what is no series of this chart. */
export function listOf(part: Part, filters: Filters, slidesBy: SlideGroup): ListQuestion | null {
  const { chart, series, from, to } = part
  if (series === seriesKeys.others) return null
  const about = {
    project_id: [...filters.project],
    tissue_id: [...filters.tissue],
    stainer_id: [...filters.stain],
  }
  const mine = { ...about, created_by: [...filters.member] }
  const ofRuns = { ...mine, predictor_id: [...filters.predictor] }
  const created = { created_after: from, created_before: to }
  const finished = { finished_after: from, finished_before: to }
  switch (chart) {
    case 'uploads': {
      const state = one(fileStates, series)
      return state && { kind: 'files', query: { ...mine, ...created, state } }
    }
    case 'storage':
      // What was there at the end of the interval, whenever it arrived.
      return { kind: 'slides', query: { ...mine, created_before: to } }
    case 'slides':
    case 'slideShares': {
      const group = slideFilter(slidesBy, series)
      return group && { kind: 'slides', query: { ...mine, ...created, ...group } }
    }
    case 'verdicts':
    case 'failureTrend': {
      const state = one(qcVerdicts, series)
      return state && { kind: 'checks', query: { ...mine, ...finished, state } }
    }
    case 'failing': {
      const measure = one(qcMeasureKeys, series)
      const state = [...qcVerdicts]
      return measure && { kind: 'checks', query: { ...mine, ...finished, state, failing_measure: measure } }
    }
    case 'checks': {
      const state = one(qcJobStates, series)
      return state && { kind: 'checks', query: { ...mine, ...created, state } }
    }
    case 'runs': {
      const state = one(jobStates, series)
      return state && { kind: 'runs', query: { ...ofRuns, ...created, state } }
    }
    case 'predictors':
      return { kind: 'runs', query: { ...ofRuns, ...created, predictor_id: [series] } }
    case 'durations':
      return { kind: 'runs', query: { ...ofRuns, ...finished, predictor_id: [series], state: ['succeeded'] } }
    case 'success':
      return {
        kind: 'runs',
        query: { ...ofRuns, ...finished, predictor_id: [series], state: ['succeeded', 'failed'] },
      }
    case 'downloads': {
      const kind = one(downloadKinds, series)
      return kind && { kind: 'downloads', query: { ...mine, ...created, kind } }
    }
    case 'runDownloads':
      return { kind: 'downloads', query: { ...mine, ...created, of_runs: true, predictor_id: [series] } }
    case 'turnaround':
      return series === turnaroundKeys.result
        ? { kind: 'runs', query: { ...ofRuns, ...finished, first: true } }
        : { kind: 'checks', query: { ...mine, ...finished, first: true } }
    case 'overrides':
      return {
        kind: 'checks',
        query: {
          ...about,
          overridden: true,
          overridden_after: from,
          overridden_before: to,
          overridden_by: [series],
        },
      }
  }
}

function slideFilter(group: SlideGroup, key: string) {
  switch (group) {
    case 'stainer':
      return { stainer_id: [key] }
    case 'tissue':
      return { tissue_id: [key] }
    case 'project':
      return { project_id: [key] }
    case 'member':
      return { created_by: [key] }
    case 'qc_state': {
      const state = one(qcStates, key)
      return state && { qc_state: state }
    }
  }
}

function one<Value extends string>(values: readonly Value[], key: string): Value[] | null {
  const found = values.find((value) => value === key)
  return found === undefined ? null : [found]
}
