import { id, name, time, version } from '../api/fields.ts'
import { presetLimits, requestLimits } from '../api/limits.ts'
import { listOf, paging } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'
import { presetDisplay } from './display.ts'

/** How images are shown, kept under a name for all members of a project. */
export const preset = z.object({
  id,
  project_id: id,
  name: z.string(),
  display: presetDisplay,
  created_at: time,
  updated_at: time,
  version,
})
export type Preset = z.infer<typeof preset>

export const presetName = name.max(presetLimits.name)

const params = z.strictObject({ id })

export const listPresets = route({
  method: 'GET',
  path: 'projects/presets',
  summary: 'How images of projects are shown, by name',
  access: 'read:projects',
  query: z.strictObject({ ...paging, project_id: z.array(id).optional() }),
  response: listOf(preset),
  status: 200,
})

export const createPreset = route({
  method: 'POST',
  path: 'projects/presets',
  summary: 'Save how an image is shown for the members of a project',
  access: 'update:projects',
  body: z.strictObject({ project_id: id, name: presetName, display: presetDisplay }),
  response: preset,
  status: 201,
  errors: ['not_found', 'name_taken', 'archived'],
  audit: 'preset.created',
  idempotent: true,
  bodyLimit: requestLimits.listBody,
})

export const updatePreset = route({
  method: 'PATCH',
  path: 'projects/presets/{id}',
  summary: 'Rename a display preset, or change what it shows',
  access: 'update:projects',
  params,
  body: z.strictObject({
    name: presetName.optional(),
    display: presetDisplay.optional(),
    version: version.optional(),
  }),
  response: preset,
  status: 200,
  errors: ['name_taken', 'stale_version', 'archived'],
  audit: 'preset.updated',
  bodyLimit: requestLimits.listBody,
})

export const deletePreset = route({
  method: 'DELETE',
  path: 'projects/presets/{id}',
  summary: 'Delete a display preset',
  access: 'update:projects',
  params,
  status: 204,
  errors: ['archived'],
  audit: 'preset.deleted',
})
