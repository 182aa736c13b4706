import { listLimits } from '@cresyl/contract/api/limits'
import type { RouteInput } from '@cresyl/contract/api/route'
import {
  createPreset,
  deletePreset,
  listPresets,
  preset,
  updatePreset,
} from '@cresyl/contract/slides/presets'
import Divider from '@mui/material/Divider'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { hasChannels } from '../../../engine/viewer/viewed-image.ts'
import { storedNow } from '../../../lib/api/stored-now.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useSlide } from '../slide/use-slide.ts'
import { useShownView } from '../stack-of.ts'
import { useActiveView } from '../viewer-context.tsx'
import { ChannelList } from './channel-list.tsx'
import { ColorSettings } from './color-settings.tsx'
import { hasPlanes, PlaneSliders } from './plane-sliders.tsx'
import { PresetBar } from './preset-bar.tsx'
import type { PresetShelf, ShelfPreset } from './preset-shelf.ts'
import { useOwnPresets } from './use-own-presets.ts'
import { words } from './words.ts'

/** How the image that is seen in the active pane is shown. */
export function ImagePanel() {
  const view = useShownView(useActiveView())
  if (view === null) {
    return (
      <Typography color="textSecondary" sx={{ p: 4 }}>
        {words.nothing}
      </Typography>
    )
  }
  return (
    <Stack key={view.image.id} divider={<Divider />} sx={{ p: 4, gap: 4 }}>
      {hasPlanes(view.image) && <PlaneSliders view={view} />}
      <Presets view={view} />
      {hasChannels(view.image) ? <ChannelList view={view} /> : <ColorSettings view={view} />}
    </Stack>
  )
}

/** The presets of the slide's project; where it is in none, those of the person. */
function Presets({ view }: { view: SlideView }) {
  const slideId = view.image.pyramid.slide_id
  const slide = useSlide(slideId ?? undefined)
  if (slideId !== null && slide.isPending) return <Skeleton variant="rounded" height={64} />
  const project = slide.data?.project
  return project ? (
    <ProjectPresets key={project.id} view={view} projectId={project.id} />
  ) : (
    <OwnPresets view={view} />
  )
}

function ProjectPresets({ view, projectId }: { view: SlideView; projectId: string }) {
  return <PresetBar view={view} shelf={useProjectPresets(projectId)} />
}

function OwnPresets({ view }: { view: SlideView }) {
  return <PresetBar view={view} shelf={useOwnPresets()} />
}

interface Change {
  id: string
  body: NonNullable<RouteInput<typeof updatePreset>['body']>
}

/** The presets that the members of a project share. */
function useProjectPresets(projectId: string): PresetShelf {
  useLive('projects')
  const { call } = useApi()
  const client = useQueryClient()
  const mayChange = usePermission('update:projects')
  const queryKey = [...liveKeys.projects, 'presets', projectId]
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(listPresets, { query: { project_id: [projectId], limit: listLimits.all } }, { signal }),
  })
  const onSettled = () => client.invalidateQueries({ queryKey })
  const save = useMutation({
    mutationFn: (body: RouteInput<typeof createPreset>['body']) =>
      call(createPreset, { body }, { idempotencyKey: crypto.randomUUID() }),
    onSettled,
  })
  const update = useMutation({
    mutationFn: ({ id, body }: Change) => call(updatePreset, { params: { id }, body }),
    meta: { shownInPlace: (error) => storedNow(error, preset) !== null },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: ShelfPreset) => call(deletePreset, { params: { id } }),
    onSettled,
  })
  return {
    presets: list.data?.results,
    isShared: true,
    failed: list.isError,
    retry: () => void list.refetch(),
    reason: mayChange ? undefined : permissionReason('update:projects', words.presets.deed),
    busy: save.isPending || update.isPending || remove.isPending,
    save: (name, display) => save.mutateAsync({ project_id: projectId, name, display }),
    update: ({ id, version }, display) => update.mutateAsync({ id, body: { display, version } }),
    rename: ({ id }, name) => update.mutateAsync({ id, body: { name } }),
    remove: (gone) => remove.mutateAsync(gone),
  }
}
