import {
  type OrganizationSettings,
  organizationSettings,
  updateOrganizationSettings,
} from '@cresyl/contract/people/organizations'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call-error.ts'
import { storedNow } from '../../lib/api/stored-now.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { organizationKeys } from './queries.ts'
import type { SettingsChange, SettingsErrors } from './settings-draft.ts'

export function useSettingsUpdate() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({
      base: { id, version },
      changes,
    }: {
      base: OrganizationSettings
      changes: SettingsChange
    }) => call(updateOrganizationSettings, { params: { id }, body: { ...changes, version } }),
    onSuccess: (stored: OrganizationSettings) => keep(client, stored),
    onError: (error: Error) => {
      // They are kept until a change, and someone else made one.
      const now = settingsNow(error)
      return now ? keep(client, now) : undefined
    },
  }
}

/** The name and the colours of the whole app follow. */
function keep(client: QueryClient, settings: OrganizationSettings) {
  client.setQueryData(organizationKeys.settings(settings.organization_id), settings)
  return client.invalidateQueries({ queryKey: organizationKeys.current })
}

export function settingsNow(error: unknown): OrganizationSettings | null {
  return storedNow(error, organizationSettings)
}

/** The server's sentences by the field they stand at; of a list or a part, at the whole. */
export function serverErrors(error: unknown): SettingsErrors {
  if (!(error instanceof CallError)) return {}
  const errors: SettingsErrors = {}
  for (const [path, [sentence]] of Object.entries(error.fields)) {
    const field = fieldOf(path)
    if (field && sentence) errors[field] ??= sentence
  }
  return errors
}

const byPath: Record<string, keyof SettingsErrors> = {
  display_name: 'display_name',
  'branding.primary': 'primary',
  'branding.accent': 'accent',
  'branding.logo': 'logo',
  branding: 'logo',
  time_zone: 'time_zone',
  retention_days: 'retention_days',
  label_visibility: 'label_visibility',
}

function fieldOf(path: string): keyof SettingsErrors | undefined {
  return path.startsWith('annotation_classes') ? 'annotation_classes' : byPath[path]
}
