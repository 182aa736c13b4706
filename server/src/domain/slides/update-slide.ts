import { ApiError } from '@cresyl/contract/api/errors'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { Slide, updateSlide as updateSlideRoute } from '@cresyl/contract/slides/slides'
import { eq } from 'drizzle-orm'
import { slides } from '../../platform/db/schema/index.ts'
import { requireOwnOrganization } from '../access.ts'
import { placesOf } from '../audit/record.ts'
import { changesBetween } from '../changes.ts'
import { requireBelonging } from '../files/belonging.ts'
import { judgeByStain } from '../qc/rejudge-slides.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { slideKeys } from './names.ts'
import { viewOneSlide } from './parts.ts'
import { findSlide, lockSlide } from './queries.ts'
import { scaleImages } from './scale-images.ts'
import type { SlideDetails, SlideRow } from './view.ts'

type SlideEdit = RouteRequest<typeof updateSlideRoute>['body']

export async function updateSlide(work: AuditedWork, id: string, edit: SlideEdit): Promise<Slide> {
  const { tx, member, now } = work
  requireOwnOrganization(member, edit.organization_id)
  const found = await lockSlide(tx, id)
  const current = found.slide
  await refuseStale(edit, current, () => viewOneSlide(work, found))
  const changed = applyEdit(current, edit)
  const changes = changesBetween(current, changed)
  if (Object.keys(changes).length === 0) return viewOneSlide(work, found)
  refuseArchived(found)
  // What it has already it may keep, even where nothing else could be given it any more.
  await requireBelonging(tx, {
    project_id: 'projectId' in changes ? changed.projectId : null,
    tissue_id: 'tissueId' in changes ? changed.tissueId : null,
    stainer_id: 'stainerId' in changes ? changed.stainerId : null,
  })

  await tx
    .update(slides)
    .set({ ...changed, ...slideKeys(changed.name), updatedAt: now, version: current.version + 1 })
    .where(eq(slides.id, id))
  work.record({ id, details: { changes, ...placesOf(current, changed) } })
  if ('mpp' in changes) await scaleImages(tx, { ...current, ...changed })
  if ('stainerId' in changes) {
    const { organizationId, userId } = member
    await judgeByStain(tx, { organizationId, slideIds: [id], now, userId })
  }
  return viewOneSlide(work, await findSlide(tx, id))
}

function applyEdit(current: SlideRow, edit: SlideEdit) {
  const { name = current.name, project_id, tissue_id, stainer_id, mpp } = edit
  return {
    name,
    projectId: project_id === undefined ? current.projectId : project_id,
    tissueId: tissue_id === undefined ? current.tissueId : tissue_id,
    stainerId: stainer_id === undefined ? current.stainerId : stainer_id,
    mpp: mpp === undefined ? current.mpp : mpp,
  }
}

/** An archived project keeps its slides as they are. */
function refuseArchived({ project }: SlideDetails): void {
  if (project?.archivedAt == null) return
  throw new ApiError('archived', {
    detail: 'This slide is in an archived project and cannot be changed. Unarchive the project first.',
  })
}
