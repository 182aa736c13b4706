import { permissionsOf } from '../../contract/src/api/permissions.ts'
import type { QcThresholds } from '../../contract/src/qc/qc-thresholds.ts'
import { listSlides as listSlidesRoute } from '../../contract/src/slides/slides.ts'
import { readDashboard } from '../../server/src/domain/dashboard/read-dashboard.ts'
import { listFiles } from '../../server/src/domain/files/read-files.ts'
import { listJobs } from '../../server/src/domain/jobs/read-jobs.ts'
import { listProjectHistory } from '../../server/src/domain/projects/list-history.ts'
import type { ProjectQuery } from '../../server/src/domain/projects/queries.ts'
import { listProjects, readProject } from '../../server/src/domain/projects/read-projects.ts'
import { previewThresholds } from '../../server/src/domain/qc/preview-thresholds.ts'
import type { QcJobQuery } from '../../server/src/domain/qc/queries.ts'
import { listQcJobs } from '../../server/src/domain/qc/read-qc-jobs.ts'
import { chunksOf } from '../../server/src/domain/slide-batches/chunk-queries.ts'
import type { BatchOrder } from '../../server/src/domain/slide-batches/selection.ts'
import { listHistory } from '../../server/src/domain/slides/list-history.ts'
import type { SlideFilter, SlideQuery } from '../../server/src/domain/slides/queries.ts'
import { listRecentSlides, listSlides, listUploaders } from '../../server/src/domain/slides/read-slides.ts'
import { listPurgeable, readStorage } from '../../server/src/domain/storage/read-storage.ts'
import type { Member, Work } from '../../server/src/domain/work.ts'
import { idOf, seeded } from './seed.ts'

/** Something that a page asks, as the code of its route asks it. */
export interface Question {
  name: string
  member: Member
  /** Asked where deleted rows are shown. */
  deleted?: boolean
  atMost: number
  ask(work: Work): Promise<unknown>
}

const member: Member = {
  userId: idOf('user', 1),
  organizationId: seeded.home,
  permissions: new Set(permissionsOf('admin')),
  superadmin: false,
  acting: false,
}

const bar = 50
const { limit, offset, ordering, ...everything } = listSlidesRoute.query.parse({})
const page = { limit, offset }

function question(name: string, ask: Question['ask'], given: Partial<Question> = {}): Question {
  return { name, member, atMost: bar, ask, ...given }
}

function slides(name: string, query: Partial<SlideQuery>): Question {
  const whole: SlideQuery = { ...everything, ...page, ordering, ...query }
  return question(`Slides ${name}`, (work) => listSlides(work, whole), { deleted: query.state === 'deleted' })
}

function projects(name: string, query: Partial<ProjectQuery>): Question {
  const whole: ProjectQuery = { ...page, ordering: '-updated_at', state: 'active', ...query }
  return question(`Projects ${name}`, (work) => listProjects(work, whole), {
    deleted: query.state === 'deleted',
  })
}

function snapshot(name: string, filter: Partial<SlideFilter>, order: BatchOrder, atMost = bar): Question {
  const selection = { filter: { ...everything, ...filter }, except_ids: [] }
  return question(
    `Choosing ${name} for a batch`,
    (work) => work.tx.execute(chunksOf(idOf('job', 1), selection, order)),
    { atMost },
  )
}

function checks(name: string, query: Partial<QcJobQuery>): Question {
  const whole: QcJobQuery = { ...page, ordering: '-created_at', ...query }
  return question(`Checks ${name}`, (work) => listQcJobs(work, whole))
}

/** Every slide is looked at: a second is what people wait for gladly. */
function flips(name: string, common: QcThresholds['common']): Question {
  const thresholds = { common, stains: { [idOf('stainer', 3)]: { focus: { fail: 30 } } } }
  return question(`What other ${name} would flip`, (work) => previewThresholds(work, { thresholds }), {
    atMost: 1000,
  })
}

const largest = { project_id: [idOf('project', 1)] }
const orderings = [
  'name',
  '-name',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'size',
  '-size',
] as const
const dayBefore = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()

export const questions: readonly Question[] = [
  ...orderings.map((ordering) => slides(`by ${ordering}`, { ordering })),
  ...orderings.map((ordering) => slides(`of the largest project by ${ordering}`, { ...largest, ordering })),
  slides('of a small project', { project_id: [idOf('project', 77)] }),
  slides('of ten projects by name', {
    project_id: Array.from({ length: 10 }, (_, n) => idOf('project', n + 1)),
    ordering: 'name',
  }),
  slides('far down', { offset: 50_000 }),
  slides('of the largest project far down', { ...largest, offset: 10_000 }),
  slides('unsorted', { unsorted: true }),
  slides('unsorted by name', { unsorted: true, ordering: 'name' }),
  slides('of one tissue', { tissue_id: [idOf('tissue', 3)] }),
  slides('of one tissue or none by name', {
    tissue_id: [idOf('tissue', 3)],
    without_tissue: true,
    ordering: 'name',
  }),
  slides('without tissue', { without_tissue: true }),
  slides('of two stains', { stainer_id: [idOf('stainer', 3), idOf('stainer', 4)] }),
  slides('without stain', { without_stainer: true, ordering: '-size' }),
  slides('whose QC failed', { qc_state: ['failed'] }),
  slides('in a QC state that none is in', { qc_state: ['warned'] }),
  slides('of one uploader', { created_by: [idOf('user', 3)] }),
  slides('of one uploader by size', { created_by: [idOf('user', 3)], ordering: '-size' }),
  slides('of someone who sent none', { created_by: [idOf('user', 40)] }),
  slides('of a week', { created_after: dayBefore(37), created_before: dayBefore(30) }),
  slides('of half of all time by name', { created_after: dayBefore(140), ordering: 'name' }),
  slides('by a rare word', { search: 'c81e72' }),
  slides('by a common word', { search: 'liver' }),
  slides('by a common word, by name', { search: 'case', ordering: 'name' }),
  slides('by two letters', { search: 'iv' }),
  slides('by a word that none has', { search: 'zzzzzz' }),
  slides('by everything at once', {
    ...largest,
    tissue_id: [idOf('tissue', 3)],
    without_stainer: true,
    qc_state: ['passed'],
    search: 'case 0',
    ordering: '-size',
  }),
  slides('before one of them', { before_id: idOf('slide', 40_002), ordering: 'name' }),
  slides('of the largest project before one of them by size', {
    ...largest,
    before_id: idOf('slide', 4_002),
    ordering: '-size',
  }),
  slides('that were deleted', { state: 'deleted' }),
  question('People whose slides there are', (work) => listUploaders(work, { unsorted: false })),
  question('People whose slides are in the largest project', (work) =>
    listUploaders(work, { ...largest, unsorted: false }),
  ),
  question('People whose slides are unsorted', (work) => listUploaders(work, { unsorted: true })),
  question('Slides looked at last', (work) => listRecentSlides(work, { limit: 12, offset: 0 })),
  projects('by update', {}),
  projects('all of them by name', { ordering: 'name', limit: -1 }),
  projects('by a word', { search: 'study 12' }),
  projects('in the archive', { state: 'archived' }),
  projects('that were deleted', { state: 'deleted' }),
  question('One project', (work) => readProject(work, idOf('project', 1))),
  question('Activity of the largest project', (work) => listProjectHistory(work, idOf('project', 1), page), {
    deleted: true,
  }),
  question('Activity of a small project', (work) => listProjectHistory(work, idOf('project', 77), page), {
    deleted: true,
  }),
  question('History of a slide', (work) => listHistory(work, idOf('slide', 2), page)),
  question('Dashboard', readDashboard),
  question('Storage of 300,000 objects', readStorage, { deleted: true, atMost: 200 }),
  question('What could be removed of it', (work) => listPurgeable(work, page), { deleted: true }),
  question('Files', (work) => listFiles(work, { ...page, ordering: '-created_at' })),
  question('Files of the largest project', (work) =>
    listFiles(work, { ...page, ...largest, ordering: '-created_at' }),
  ),
  question('Jobs', (work) => listJobs(work, page)),
  checks('of quality', {}),
  checks('of quality that failed', { state: ['failed'] }),
  checks('of quality that were overridden', { overridden: true }),
  checks('of quality of the largest project', largest),
  checks('of quality of one image', { input_image_id: [idOf('source', 5)] }),
  flips('limits', { focus: { warn: 3, fail: 10 }, pen: { warn: 0.5 } }),
  flips('limits for tiles of one measure', { focus: { tileFail: 0.3 } }),
  snapshot('the largest project', largest, 'name'),
  snapshot('every slide', {}, 'name', 500),
]
