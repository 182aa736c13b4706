import { ApiError } from '@cresyl/contract/api/errors'
import { isolate } from '@cresyl/contract/api/isolate'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { QcJob, updateQcJob } from '@cresyl/contract/qc/qc-jobs'
import { slideLink } from '@cresyl/contract/slides/slides'
import { eq } from 'drizzle-orm'
import { qcJobs, slides, users } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import { placesOf } from '../audit/record.ts'
import { notify } from '../notifications/notify.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { findQcJob, lockQcJob } from './queries.ts'
import { type QcJobRow, viewQcJob } from './view.ts'

type Decision = RouteRequest<typeof updateQcJob>['body']

/** Takes the decision over from a check that failed, or gives it back. Decided so already, nothing changes. */
export async function overrideQcJob(work: AuditedWork, id: string, decision: Decision): Promise<QcJob> {
  const { tx, member, now } = work
  requireOwnOrganization(member, decision.organization_id)
  const found = await lockQcJob(tx, id)
  const { check } = found
  await refuseStale(decision, check, () => viewQcJob(found))
  const { overridden } = decision
  const reason = overridden ? decision.reason || check.overrideReason : null
  if (overridden === check.overridden && reason === check.overrideReason) return viewQcJob(found)
  if (overridden && !isOverridable(check)) throw new ApiError('not_overridable')

  await tx
    .update(qcJobs)
    .set({
      overridden,
      overrideReason: reason,
      overriddenBy: overridden ? member.userId : null,
      overriddenAt: overridden ? now : null,
      updatedAt: now,
      version: check.version + 1,
    })
    .where(eq(qcJobs.id, id))
  const slide = await findSlide(work, check.slideId)
  work.record({
    id,
    details: {
      image_id: check.imageId,
      slide_id: check.slideId,
      state: check.state,
      overridden,
      // Why it was taken back is told too, though the check itself then has no reason any more.
      reason: decision.reason || null,
      ...placesOf(slide),
    },
  })
  await tellAsker(work, check, slide.name, decision)
  return viewQcJob(await findQcJob(tx, id))
}

function isOverridable({ state }: QcJobRow): boolean {
  return state === 'failed' || state === 'error'
}

async function findSlide({ tx }: AuditedWork, id: string) {
  const [slide] = await tx
    .select({ name: slides.name, projectId: slides.projectId })
    .from(slides)
    .where(eq(slides.id, id))
  if (slide === undefined) throw new Error('A check is of a slide')
  return slide
}

async function tellAsker(
  { tx, member, now }: AuditedWork,
  { organizationId, slideId, createdBy }: QcJobRow,
  slideName: string,
  { overridden, reason }: Decision,
): Promise<void> {
  if (createdBy === null) return
  const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, member.userId))
  const who = isolate(person?.name ?? 'Someone')
  const deed = overridden ? 'overrode the quality check' : 'no longer overrides the quality check'
  const text = `${who} ${deed} of ${isolate(slideName)}${reason ? `: ${reason}` : '.'}`
  await notify(tx, {
    organizationId,
    kind: 'qc.overridden',
    text,
    link: slideLink(slideId),
    to: [createdBy],
    except: member.userId,
    now,
  })
}
