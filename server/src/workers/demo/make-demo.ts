import { join } from 'node:path'
import { ApiError } from '@cresyl/contract/api/errors'
import type { RoleKey } from '@cresyl/contract/api/permissions'
import type { JobPayload } from '@cresyl/contract/operations/job-kinds'
import { recordAudit } from '../../domain/audit/record.ts'
import { actingIn } from '../../domain/demo/acting.ts'
import { type DemoContent, type DemoSlide, demoContent } from '../../domain/demo/content.ts'
import { goOnMaking } from '../../domain/demo/give-demo.ts'
import { makeHistory } from '../../domain/demo/make-history.ts'
import { findActors } from '../../domain/demo/people.ts'
import { preparePlaces } from '../../domain/demo/places.ts'
import { holdDemo } from '../../domain/demo/queries.ts'
import { isSent, sendSlide } from '../../domain/demo/send-slide.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import {
  JobFailure,
  type JobHandler,
  type JobResult,
  type RunningJob,
} from '../../platform/queue/job-handler.ts'
import { organizationOf } from '../organization-of.ts'
import { quantity } from '../quantity.ts'
import { withWorkFolder } from '../work-folder.ts'
import { untilDrawn, whileDrawing } from './make-demo-drawing.ts'

type Handler = JobHandler<JobPayload<'make_demo'>>

/** What reads the slides is given this long before this looks again what has come. */
const pauseMilliseconds = 5000

/**
 * Makes the slides of the demo one after the other and has the demo users send them, so that the first are there
 * while others are still drawn. What an attempt before this one has done is not done again.
 */
export function createMakeDemo(content: DemoContent): Handler {
  return async (job, context) => {
    const { id: organizationId } = await organizationOf(job)
    const demo = await job.asOrganization((tx) => holdDemo(tx, job))
    if (demo === undefined) return { message: 'The demonstration was removed.' }
    const slides = content.slides.slice(0, demo.total)
    const wanted = (project: string) => slides.some((slide) => slide.project === project)
    const actors = await job.asOrganization((tx) => findActors(tx, organizationId))
    const actorOf = (by: RoleKey) => actors.get(by) ?? refuseWithoutActors()
    const actAs = actingIn(job, context)
    const own = { ...content, slides, projects: content.projects.filter(({ key }) => wanted(key)) }
    const places = await explained(preparePlaces(own, actAs, actorOf('manager')))
    const stage = { content: own, actAs, actorOf, places }
    const senderOf = ({ by }: DemoSlide) => ({
      context,
      actAs,
      places,
      member: actorOf(by),
    })
    const missing: DemoSlide[] = []
    for (const slide of slides) if (!(await explained(isSent(senderOf(slide), slide)))) missing.push(slide)
    const before = slides.length - missing.length
    const onProgress = (drawn: number) => job.progress(before + drawn, slides.length)
    await withWorkFolder(job, context, async (folder) => {
      const orders = missing.map(({ fileName, pixels }) => ({ path: join(folder, fileName), pixels }))
      await whileDrawing(context, { signal: job.signal, onProgress }, orders, async (whenDrawn) => {
        for (const [n, slide] of missing.entries()) {
          job.stage(`Creating slide ${before + n + 1} of ${slides.length}`)
          await untilDrawn(whenDrawn(n), () => explained(makeHistory(stage)), pauseMilliseconds)
          job.signal.throwIfAborted()
          await explained(sendSlide(senderOf(slide), slide, join(folder, slide.fileName)))
          await explained(makeHistory(stage))
        }
      })
    })
    const waiting = await explained(makeHistory(stage))
    return waiting > 0 ? goOnLater(context, job) : done(context, organizationId, slides.length)
  }
}

export const makeDemo = createMakeDemo(demoContent)

function done({ clock }: Context, organizationId: string, slides: number): JobResult {
  return {
    message: `${quantity(slides, 'slide')} to try things out. An administrator can remove them all at once.`,
    commit: (tx) =>
      recordAudit(tx, {
        organizationId,
        event: 'demo.made',
        subjectId: organizationId,
        details: { slides },
        occurredAt: clock.now(),
      }),
  }
}

/** Where one job runs at a time, the slides are read only once this one has ended. */
function goOnLater({ clock }: Context, job: Pick<RunningJob, 'id'>): JobResult {
  const runAfter = new Date(clock.now().getTime() + pauseMilliseconds)
  return {
    message: 'All slides are created; the rest follows once they have been read.',
    commit: (tx) => goOnMaking(tx, job, runAfter),
  }
}

function refuseWithoutActors(): Member {
  throw new JobFailure(
    'The organisation has no administrator who could own the slides. Give someone that role, then try again.',
  )
}

/** Room may be made, and disks come back, without anyone's asking. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new JobFailure(error.message, { cause: error, retry: error.code !== 'quota_exceeded' })
  }
}
