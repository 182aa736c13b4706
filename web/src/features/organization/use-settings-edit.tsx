import type { OrganizationSettings } from '@cresyl/contract/organizations'
import { type ReactNode, useState } from 'react'
import { showToast } from '../../ui/toast/toast-store.ts'
import { ConflictOf } from './conflict-of.tsx'
import { serverErrors, settingsNow, useUpdateSettings } from './mutations.ts'
import {
  changedFields,
  changeOf,
  checkDraft,
  draftOf,
  mergeDrafts,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsField,
} from './settings-draft.ts'
import { words } from './words.ts'

interface Conflict {
  theirs: SettingsDraft
  /** What was typed when the conflict was found: kept so that "keep mine" can bring it back. */
  mine: SettingsDraft
  fields: SettingsField[]
}

export interface SettingsEdit {
  draft: SettingsDraft
  change: (change: Partial<SettingsDraft>) => void
  errors: SettingsErrors
  changed: boolean
  busy: boolean
  conflict: Conflict | null
  /** What stands under a field that someone else changed too. */
  noteOf: (field: SettingsField) => ReactNode
  save: () => void
  discard: () => void
}

export function useSettingsEdit(settings: OrganizationSettings): SettingsEdit {
  const [base, setBase] = useState(settings)
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const update = useUpdateSettings()
  const faults = checkDraft(draft)
  const changed = changedFields(draftOf(base), draft).length > 0

  function start(from: OrganizationSettings) {
    setBase(from)
    setDraft(draftOf(from))
    setConflict(null)
  }

  // Saved elsewhere and fetched again while nothing was typed here: follow.
  if (settings.version > base.version && !changed && !update.isPending) start(settings)

  function save() {
    if (update.isPending || !changed || Object.keys(faults).length > 0) return
    send(base)
  }

  function send(settings: OrganizationSettings) {
    update.mutate(
      { settings, change: changeOf(draftOf(base), draft) },
      {
        onSuccess: (stored) => {
          start(stored)
          showToast(words.save.done)
        },
        onError: refused,
      },
    )
  }

  function refused(error: unknown) {
    const now = settingsNow(error)
    if (!now) return
    const theirs = draftOf(now)
    // What was saved on another page, such as limits of quality control, keeps nobody from saving here.
    if (changedFields(draftOf(base), theirs).length === 0) return send(now)
    const merge = mergeDrafts(draftOf(base), draft, theirs)
    setBase(now)
    setDraft(merge.draft)
    setConflict({ theirs, mine: merge.draft, fields: merge.conflicts })
  }

  function change(change: Partial<SettingsDraft>) {
    setDraft((now) => ({ ...now, ...change }))
    if (update.isError) update.reset()
  }

  return {
    draft,
    change,
    errors: { ...serverErrors(update.error), ...faults },
    changed,
    busy: update.isPending,
    conflict,
    noteOf: (field) =>
      conflict?.fields.includes(field) && (
        <ConflictOf
          field={field}
          theirs={conflict.theirs}
          draft={draft}
          onChoose={(choice) => {
            const source = choice === 'theirs' ? conflict.theirs : conflict.mine
            change({ [field]: source[field] })
          }}
        />
      ),
    save,
    discard: () => {
      start(base)
      update.reset()
    },
  }
}
