import { permissionsOf } from '../../contract/src/api/permissions.ts'
import { countOverTime } from '../../server/src/domain/analytics/count-over-time.ts'
import { type Counted, counted } from '../../server/src/domain/analytics/counted.ts'
import type { AnalyticsQuery } from '../../server/src/domain/analytics/query.ts'
import { listAudits } from '../../server/src/domain/audit/list-audits.ts'
import type { AuditFilter } from '../../server/src/domain/audit/log-queries.ts'
import type { Member } from '../../server/src/domain/work.ts'
import type { Question } from '../lists/questions.ts'
import { idOf } from '../lists/seed.ts'
import { seeded } from './seed.ts'

const member: Member = {
  userId: idOf('user', 1),
  organizationId: seeded.home,
  permissions: new Set(permissionsOf('manager')),
  superadmin: false,
  acting: false,
}

const bar = 200
const yearsAgo = (years: number) => new Date(Date.now() - years * 365.25 * 24 * 3_600_000).toISOString()
/** Everything there is, and the year behind us. */
const five = { from: yearsAgo(5), interval: 'month' } as const
const last = { from: yearsAgo(1), interval: 'day' } as const

function report(name: string, what: Counted, query: Omit<AnalyticsQuery, 'to'>): Question {
  return { name, member, atMost: bar, ask: (work) => countOverTime(work, what, query) }
}

const { slides, files, qcResults, qcStates, inference, inferenceDownloads } = counted
const project_id = [idOf('project', 1), idOf('project', 2)]

/** A page of the audit log, with its count. */
function audits(name: string, filter: AuditFilter, offset = 0): Question {
  const ask: Question['ask'] = (work) => listAudits(work, { ...filter, limit: 50, offset })
  return { name: `Audit log ${name}`, member, atMost: bar, ask }
}

/** What the page of reports asks for, and the dearest that it could. */
export const questions: Question[] = [
  report('Slides by project, 5 years', slides.count, { ...five, group_by: 'project' }),
  report('Slides by state, the days of a year', slides.count, { ...last, group_by: 'qc_state' }),
  report('Storage by tissue, 5 years', slides.storage, { ...five, group_by: 'tissue' }),
  report('Uploads by member, 5 years', files.uploads, { ...five, group_by: 'member' }),
  report('Bytes uploaded by project, 5 years', files.upload_bytes, { ...five, group_by: 'project' }),
  report('Downloads by kind, 5 years', files.downloads, { ...five, group_by: 'kind' }),
  report('Bytes downloaded by project, 5 years', files.download_bytes, { ...five, group_by: 'project' }),
  report('QC results by verdict, 5 years', qcResults.count, { ...five, group_by: 'verdict' }),
  report('QC results by stain, 5 years', qcResults.count, { ...five, group_by: 'stainer' }),
  report('QC results of two projects, 5 years', qcResults.count, {
    ...five,
    group_by: 'verdict',
    project_id,
  }),
  report('Failing measures, 5 years', qcResults.count, { ...five, group_by: 'measure' }),
  report('Failing measures of two projects, a year', qcResults.count, {
    ...last,
    group_by: 'measure',
    project_id,
  }),
  report('Overrides by member, 5 years', qcResults.overrides, { ...five, group_by: 'member' }),
  report('Turnaround to a verdict, 5 years', qcResults.turnaround_median, { ...five, group_by: 'none' }),
  report('QC states, 5 years', qcStates.count, { ...five, group_by: 'state' }),
  report('Runs by state, 5 years', inference.count, { ...five, group_by: 'state' }),
  report('Runs by project, 5 years', inference.count, { ...five, group_by: 'project' }),
  report('Runs by predictor, the days of a year', inference.count, { ...last, group_by: 'predictor' }),
  report('Duration by predictor, 5 years', inference.duration_median, { ...five, group_by: 'predictor' }),
  report('Duration of two projects, a year', inference.duration_p90, {
    ...last,
    group_by: 'none',
    project_id,
  }),
  report('Success by predictor, 5 years', inference.success_rate, { ...five, group_by: 'predictor' }),
  report('Turnaround to a result, 5 years', inference.turnaround_p90, { ...five, group_by: 'none' }),
  report('Turnaround to a result by project, a year', inference.turnaround_median, {
    ...last,
    group_by: 'project',
  }),
  report('Downloads of runs by predictor, 5 years', inferenceDownloads.count, {
    ...five,
    group_by: 'predictor',
  }),
  report('Bytes of runs by project, 5 years', inferenceDownloads.bytes, { ...five, group_by: 'project' }),
  audits('newest', {}),
  audits('after 900 rows', {}, 900),
  audits('of a year', { from: yearsAgo(2), to: yearsAgo(1) }),
  audits('of an event', { event: ['file.downloaded'] }),
  audits('of two events in a year', { event: ['slide.viewed', 'access.refused'], from: yearsAgo(1) }),
  audits('of a person', { person_id: [idOf('user', 3)] }),
  audits('of two people and an event', {
    person_id: [idOf('user', 3), idOf('user', 4)],
    event: ['slide.updated'],
  }),
  audits('of the platform', { platform: true }),
  audits('of a slide', { subject_id: idOf('slide', 7) }),
  audits('from an address', { address: '10.0.0.7' }),
  audits('from an address by a person', { address: '10.0.0.7', person_id: [idOf('user', 3)] }),
  audits('by superadmins', { superadmin: true }),
  audits('searched for a name', { search: 'Person 12' }),
  audits('searched for an address', { search: '10.0.0.7' }),
  audits('searched for a predictor', { search: 'nuclei' }),
  audits('searched for a slide', { search: 'Slide 1234' }),
  audits('searched for what happened', { search: 'downloaded' }),
]
