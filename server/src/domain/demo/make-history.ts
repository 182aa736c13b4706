import { ApiError } from '@cresyl/contract/errors'
import { updateProject as updateProjectRoute } from '@cresyl/contract/projects'
import type { Route } from '@cresyl/contract/route'
import { updateSlide as updateSlideRoute } from '@cresyl/contract/slides'
import { readPyramid } from '@cresyl/contract/viewers'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, slides } from '../../platform/db/schema/index.ts'
import { updateProject } from '../projects/update-project.ts'
import { updateSlide } from '../slides/update-slide.ts'
import { recordView } from '../viewers/record-view.ts'
import type { AuditedWork, Member, Work } from '../work.ts'
import type { ActAs } from './acting.ts'
import type { DemoAct, DemoContent } from './content.ts'
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

/** What people have archived, changed or deleted meanwhile stays as they left it. */
async function orLeftOut(act: Promise<boolean>): Promise<boolean> {
  try {
    return await act
  } catch (error) {
    if (error instanceof ApiError && ['archived', 'stale_version', 'not_found'].includes(error.code))
      return true
    throw error
  }
}

/** The act and the note that it is done are kept together. Returns whether nothing is left to do. */
async function carryOut(stage: Stage, act: DemoAct): Promise<boolean> {
  const { content, actAs, actorOf, places } = stage
  const member = actorOf(act.by)
  const { organizationId } = member
  const note = (tx: Tx, subjectId: string) =>
    keepPart(tx, { organizationId, kind: 'act', key: act.key, subjectId })
  const isDone = await actAs(member, routeOf(act)).read(async ({ tx }) =>
    (await selectParts(tx, organizationId, 'act')).has(act.key),
  )
  if (isDone) return true

  if ('archive' in act) {
    const id = places.projects.get(act.archive)
    const keys = content.slides.filter(({ project }) => project === act.archive).map(({ key }) => key)
    if (id === undefined || keys.length === 0) return true
    return actAs(member, updateProjectRoute).write(async (work) => {
      const states = await Promise.all(keys.map((key) => findSlide(work, stage, key)))
      if (states.includes('expected')) return false
      await updateProject(work, id, { archived: true })
      await note(work.tx, id)
      return true
    })
  }

  const work = async (given: AuditedWork | Work): Promise<boolean> => {
    const slide = await findSlide(given, stage, act.slide)
    if (slide === 'expected') return false
    if (slide === 'none') return true
    if ('view' in act) await recordView(given, { id: slide.imageId, slideId: slide.id, kind: 'source' })
    else {
      const version = await versionLeft(given, stage, act.slide)
      const edit = { ...named(act), ...places.belongingOf(act), version }
      await updateSlide(given as AuditedWork, slide.id, edit)
    }
    await note(given.tx, slide.id)
    return true
  }
  const acts = actAs(member, routeOf(act))
  return 'view' in act ? acts.read(work) : acts.write(work)
}

function routeOf(act: DemoAct): Route {
  if ('archive' in act) return updateProjectRoute
  return 'view' in act ? readPyramid : updateSlideRoute
}

const named = ({ name }: { name?: string }) => (name === undefined ? {} : { name })

/** Which version the slide has if nobody but the demo users has edited it. */
async function versionLeft({ tx, member }: Work, { content }: Stage, key: string): Promise<number> {
  const done = await selectParts(tx, member.organizationId, 'act')
  const isEdit = (act: DemoAct) => 'slide' in act && act.slide === key && !('view' in act)
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
