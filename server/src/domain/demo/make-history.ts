import { createAnnotationComment as createCommentRoute } from '@cresyl/contract/annotations/annotation-details'
import {
  createAnnotation as createAnnotationRoute,
  newAnnotation,
  updateAnnotation as updateAnnotationRoute,
} from '@cresyl/contract/annotations/annotations'
import { ApiError } from '@cresyl/contract/api/errors'
import type { Route } from '@cresyl/contract/api/route'
import { updateProject as updateProjectRoute } from '@cresyl/contract/lab/projects'
import { createInferenceJob as createRunRoute } from '@cresyl/contract/predictors/inference-jobs'
import { updateQcJob } from '@cresyl/contract/qc/qc-jobs'
import { updateSlide as updateSlideRoute } from '@cresyl/contract/slides/slides'
import { readPyramid } from '@cresyl/contract/slides/viewers'
import { and, desc, eq } from 'drizzle-orm'
import { files, images, qcJobs, slides } from '../../platform/db/schema/index.ts'
import { createComment } from '../annotations/comments.ts'
import { createAnnotation, updateAnnotation } from '../annotations/one-annotation.ts'
import { createInferenceJob } from '../inference/create-inference-job.ts'
import { ensurePredictors } from '../predictors/ensure-predictors.ts'
import { selectPredictors } from '../predictors/queries.ts'
import { updateProject } from '../projects/update-project.ts'
import { overrideQcJob } from '../qc/override-qc-job.ts'
import { updateSlide } from '../slides/update-slide.ts'
import { recordView } from '../viewers/record-view.ts'
import type { AuditedWork, Member, Work } from '../work.ts'
import type { ActAs } from './acting.ts'
import type { DemoAct, DemoContent, DemoDrawing } from './content.ts'
import type { Places } from './places.ts'
import { keepPart, selectParts } from './queries.ts'

export interface Stage {
  content: Pick<DemoContent, 'slides' | 'acts'>
  actAs: ActAs
  actorOf(by: DemoAct['by']): Member
  places: Places
}

/** Does what the demo users do to slides that have come since. Returns how many acts still wait for a slide. */
export async function makeHistory(stage: Stage): Promise<number> {
  let waiting = 0
  for (const act of stage.content.acts) if (!(await orLeftOut(carryOut(stage, act)))) waiting++
  return waiting
}

const leftOut = ['archived', 'stale_version', 'not_found', 'qc_blocks']

/** What people have archived, changed or deleted meanwhile stays as they left it. */
async function orLeftOut(act: Promise<boolean>): Promise<boolean> {
  try {
    return await act
  } catch (error) {
    if (error instanceof ApiError && leftOut.includes(error.code)) return true
    throw error
  }
}

/** The act and the note that it is done are kept together. Returns whether nothing is left to do. */
async function carryOut(stage: Stage, act: DemoAct): Promise<boolean> {
  const { actAs, actorOf } = stage
  const member = actorOf(act.by)
  const { organizationId } = member
  const { route, perform } = deedOf(stage, act)
  const acts = actAs(member, route)
  const isDone = await acts.read(async ({ tx }) =>
    (await selectParts(tx, organizationId, 'act')).has(act.key),
  )
  if (isDone) return true
  const work = async (given: Work): Promise<boolean> => {
    // Only what is audited is written.
    const outcome = await perform(given as AuditedWork)
    if (typeof outcome === 'string') return outcome === 'none'
    await keepPart(given.tx, { organizationId, kind: 'act', key: act.key, subjectId: outcome.id })
    return true
  }
  return route.audit ? acts.write(work) : acts.read(work)
}

/** What came of an act, or that there is nothing to do it to: not yet, or not at all. */
type Outcome = { id: string } | 'expected' | 'none'

interface Deed {
  route: Route
  perform(work: AuditedWork): Promise<Outcome>
}

function deedOf(stage: Stage, act: DemoAct): Deed {
  if ('archive' in act)
    return { route: updateProjectRoute, perform: (work) => archive(work, stage, act.archive) }
  const toSlide = (
    route: Route,
    perform: (work: AuditedWork, slide: FoundSlide) => Promise<Outcome>,
  ): Deed => ({
    route,
    async perform(work) {
      const slide = await findSlide(work, stage, act.slide)
      return typeof slide === 'string' ? slide : perform(work, slide)
    },
  })
  if ('view' in act) return toSlide(readPyramid, view)
  if ('override' in act) return toSlide(updateQcJob, (work, slide) => override(work, slide, act.override))
  if ('run' in act) return toSlide(createRunRoute, (work, slide) => run(work, slide, act.run))
  if ('draw' in act) return toSlide(createAnnotationRoute, (work, slide) => draw(work, slide, act.draw))
  if ('comment' in act)
    return toDrawing(createCommentRoute, act.drawn, (work, id) => createComment(work, id, act.comment))
  if ('review' in act)
    return toDrawing(updateAnnotationRoute, act.drawn, (work, id) =>
      updateAnnotation(work, id, { review: act.review, version: 1 }),
    )
  return toSlide(updateSlideRoute, async (work, { id }) => {
    const version = await versionLeft(work, stage, act.slide)
    const { name } = act
    return updateSlide(work, id, {
      ...(name !== undefined && { name }),
      ...stage.places.belongingOf(act),
      version,
    })
  })
}

/** To what the act of that key has drawn. */
function toDrawing(
  route: Route,
  key: string,
  perform: (work: AuditedWork, id: string) => Promise<{ id: string }>,
): Deed {
  return {
    route,
    async perform(work) {
      const id = (await selectParts(work.tx, work.member.organizationId, 'act')).get(key)
      return id === undefined ? 'expected' : perform(work, id)
    },
  }
}

/** Once all of its slides are there. */
async function archive(work: AuditedWork, stage: Stage, project: string): Promise<Outcome> {
  const id = stage.places.projects.get(project)
  const keys = stage.content.slides.filter((slide) => slide.project === project).map(({ key }) => key)
  if (id === undefined || keys.length === 0) return 'none'
  const states = await Promise.all(keys.map((key) => findSlide(work, stage, key)))
  return states.includes('expected') ? 'expected' : updateProject(work, id, { archived: true })
}

async function view(work: Work, { id, imageId }: FoundSlide): Promise<{ id: string }> {
  await recordView(work, { id: imageId, slideId: id, kind: 'source' })
  return { id }
}

/** Where the check of the slide failed. */
async function override(work: AuditedWork, { id }: FoundSlide, reason: string): Promise<Outcome> {
  const [check] = await work.tx
    .select({ id: qcJobs.id, state: qcJobs.state })
    .from(qcJobs)
    .where(eq(qcJobs.slideId, id))
    .orderBy(desc(qcJobs.createdAt))
    .limit(1)
  if (check?.state === 'queued' || check?.state === 'running') return 'expected'
  if (check?.state !== 'failed') return 'none'
  await overrideQcJob(work, check.id, { overridden: true, reason })
  return { id: check.id }
}

async function run(work: AuditedWork, { imageId }: FoundSlide, key: string): Promise<{ id: string }> {
  const { tx, member } = work
  const { organizationId } = member
  await ensurePredictors(tx, organizationId)
  const found = (await selectPredictors(tx, { organizationId })).find(
    ({ predictor }) => predictor.key === key,
  )
  if (found === undefined) throw new ApiError('not_found')
  const predictor_id = found.predictor.id
  return createInferenceJob(work, { input_image_id: imageId, predictor_id, state: 'queued' })
}

async function draw(
  work: AuditedWork,
  { imageId }: FoundSlide,
  drawing: DemoDrawing,
): Promise<{ id: string }> {
  const { classification, name, points } = drawing
  const [image] = await work.tx.select().from(images).where(eq(images.id, imageId))
  if (image === undefined) throw new ApiError('not_found')
  const { width, height } = image
  const corners = points.split(' ').map((point): [number, number] => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    return [Math.round((x * (width ?? 0)) / 1000), Math.round((y * (height ?? 0)) / 1000)]
  })
  const geometry = { type: 'Polygon' as const, coordinates: [[...corners, ...corners.slice(0, 1)]] }
  const given = newAnnotation.parse({ geometry, shape: 'polygon', classification, name })
  return createAnnotation(work, { ...given, image_id: imageId })
}

/** Which version the slide has if nobody but the demo users has edited it. */
async function versionLeft({ tx, member }: Work, { content }: Stage, key: string): Promise<number> {
  const done = await selectParts(tx, member.organizationId, 'act')
  const isEdit = (act: DemoAct) =>
    'slide' in act &&
    act.slide === key &&
    ('name' in act || 'project' in act || 'tissue' in act || 'stain' in act)
  return 1 + content.acts.filter((act) => isEdit(act) && done.has(act.key)).length
}

type FoundSlide = typeof slides.$inferSelect

/** `none`: it is not among those that are made, it could not be read, or someone has deleted it. */
async function findSlide(
  { tx }: Work,
  { content, places }: Stage,
  key: string,
): Promise<FoundSlide | 'expected' | 'none'> {
  const id = places.files.get(key)
  if (id === undefined) return content.slides.some((slide) => slide.key === key) ? 'expected' : 'none'
  const [found] = await tx
    .select({ file: files, slide: slides })
    .from(files)
    .leftJoin(slides, and(eq(slides.organizationId, files.organizationId), eq(slides.fileId, files.id)))
    .where(eq(files.id, id))
  if (found === undefined) return 'none'
  const { state, readingState } = found.file
  if (state === 'created' || readingState === 'pending' || readingState === 'reading') return 'expected'
  return found.slide ?? 'none'
}
