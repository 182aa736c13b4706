import { listLimits } from '@cresyl/contract/limits'
import { createPreset, deletePreset, listPresets, preset, updatePreset } from '@cresyl/contract/presets'
import type { RouteInput } from '@cresyl/contract/route'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { storedNow } from '../../../lib/api/stored-now.ts'
import { useLive } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { permissionReason } from '../../../ui/permission-reason.ts'
import type { PresetShelf, ShelfPreset } from './preset-shelf.ts'
import { words } from './words.ts'

interface Change {
  id: string
  body: NonNullable<RouteInput<typeof updatePreset>['body']>
}

/** The presets that the members of a project share. */
export function useProjectPresets(projectId: string): PresetShelf {
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
