import { readProject } from '@cresyl/contract/lab/projects'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useSlide } from '../slide/use-slide.ts'
import { useWorkspaceState } from '../viewer-context.tsx'
import { words } from './words.ts'

/** Why nobody, or not this person, may draw on the slide of the pane in use; null where it may be drawn on. */
export function useDrawingRefusal(): string | null {
  const mayDraw = usePermission('create:annotations')
  const isArchived = useArchived()
  if (!mayDraw) return permissionReason('create:annotations', words.drawDeed)
  return isArchived ? words.archived : null
}

/** Annotations of slides in an archived project stay as they are. */
export function useArchived(): boolean {
  const { call } = useApi()
  useLive('projects', 'unhurried')
  const slideId = useWorkspaceState((each) => each.contents()[each.active()]?.slideId ?? null)
  const projectId = useSlide(slideId ?? '').data?.project?.id
  const { data } = useQuery({
    queryKey: [...liveKeys.projects, 'one', projectId],
    queryFn:
      projectId === undefined
        ? skipToken
        : ({ signal }) => call(readProject, { params: { id: projectId } }, { signal }),
  })
  return data?.archived_at != null
}
