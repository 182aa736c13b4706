import { fileStates } from '@cresyl/contract/files/files'
import { jobStates } from '@cresyl/contract/operations/jobs'
import { qcJobStates } from '@cresyl/contract/qc/qc-jobs'
import { qcVerdicts } from '@cresyl/contract/qc/qc-verdict'
import { downloadKinds } from '@cresyl/contract/slides/downloads'
import { qcStates } from '@cresyl/contract/slides/slides'
import { type SQL, sql } from 'drizzle-orm'

/** What rows are told apart and chosen by. */
export const ofIds = ['project', 'tissue', 'stainer', 'member', 'predictor'] as const
export type OfIds = (typeof ofIds)[number]
export type Group = OfIds | 'state' | 'qc_state' | 'verdict' | 'kind' | 'measure'

/** Rows that reports count. */
export interface Source {
  /** As the database calls it where it notes what has changed. */
  name: 'slides' | 'files' | 'checks' | 'runs' | 'downloads'
  table: SQL
  columns: Partial<Record<Group, SQL>>
  /** The slide of each, joined where project, tissue or stain are asked about; of all rows that aren't of a deleted one. */
  slide?: Joined
  /** Leaves those of deleted slides out where no slide is joined. */
  isThere?: SQL
  /** What a group needs beside. */
  joins?: Partial<Record<Group, Joined>>
  /** Values that there can be, in order: each has a series. */
  values?: Partial<Record<Group, readonly string[]>>
}

/** Another table, read once for all rows; or where the rows are few, looked up for each: what has an offset is. */
export interface Joined {
  once: SQL
  each: SQL
}

/** The slide that is so, by the name of s. */
function slideThat(is: SQL, how: 'join' | 'left join'): Joined {
  const join = sql.raw(how)
  return {
    once: sql`${join} slides s on ${is}`,
    each: sql`${join} lateral (
      select s.id, s.project_id, s.tissue_id, s.stainer_id from slides s where ${is} offset 0
    ) s on true`,
  }
}

const places = { project: sql`s.project_id`, tissue: sql`s.tissue_id`, stainer: sql`s.stainer_id` }

export const slides: Source = {
  name: 'slides',
  table: sql`slides s`,
  isThere: sql`s.deleted_at is null`,
  columns: { ...places, member: sql`s.created_by`, qc_state: sql`s.qc_state` },
  values: { qc_state: qcStates },
}

export const checks: Source = {
  name: 'checks',
  table: sql`qc_jobs q`,
  slide: slideThat(sql`s.organization_id = q.organization_id and s.id = q.slide_id`, 'join'),
  isThere: sql`q.slide_id not in (select deleted_slides())`,
  columns: {
    ...places,
    member: sql`q.created_by`,
    state: sql`q.state`,
    verdict: sql`q.state`,
    measure: sql`m.key`,
  },
  joins: {
    measure: {
      once: sql`join (
        select distinct organization_id, qc_job_id, key from qc_measures where verdict in ('warned', 'failed')
      ) m on m.organization_id = q.organization_id and m.qc_job_id = q.id`,
      each: sql`cross join lateral (
        select distinct f.key from qc_measures f
        where f.organization_id = q.organization_id and f.qc_job_id = q.id and f.verdict in ('warned', 'failed')
      ) m`,
    },
  },
  values: { state: qcJobStates, verdict: qcVerdicts },
}

export const runs: Source = {
  name: 'runs',
  table: sql`inference_jobs r`,
  slide: slideThat(sql`s.organization_id = r.organization_id and s.id = r.slide_id`, 'join'),
  isThere: sql`r.slide_id not in (select deleted_slides())`,
  columns: { ...places, member: sql`r.created_by`, predictor: sql`r.predictor_id`, state: sql`r.state` },
  values: { state: jobStates },
}

const isRunOfDownload = sql`r.organization_id = d.organization_id and r.id = d.inference_job_id`

/** What was handed out stays counted when its slide goes; it is of no project then. */
export const downloads: Source = {
  name: 'downloads',
  table: sql`downloads d`,
  slide: slideThat(sql`s.organization_id = d.organization_id and s.id = d.slide_id`, 'left join'),
  columns: { ...places, member: sql`d.user_id`, predictor: sql`r.predictor_id`, kind: sql`d.kind` },
  joins: {
    predictor: {
      once: sql`left join inference_jobs r on ${isRunOfDownload}`,
      each: sql`left join lateral (
        select r.predictor_id from inference_jobs r where ${isRunOfDownload} offset 0
      ) r on true`,
    },
  },
  values: { kind: downloadKinds },
}

/** Where its slide is now, which may have been moved since it was sent; what was sent without becoming one is where it was meant to go. */
const placeNow = (column: 'project_id' | 'tissue_id' | 'stainer_id') =>
  sql`case when s.id is null then f.${sql.identifier(column)} else s.${sql.identifier(column)} end`

export const files: Source = {
  name: 'files',
  table: sql`files f`,
  slide: slideThat(sql`s.organization_id = f.organization_id and s.file_id = f.id`, 'left join'),
  columns: {
    project: placeNow('project_id'),
    tissue: placeNow('tissue_id'),
    stainer: placeNow('stainer_id'),
    member: sql`f.created_by`,
    state: sql`f.state`,
  },
  values: { state: fileStates },
}
