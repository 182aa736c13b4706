import type { OrganizationSettings } from '@cresyl/contract/organizations'
import type { QcThresholds } from '@cresyl/contract/qc-thresholds'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { settingsNow, useUpdateSettings } from '../mutations.ts'
import type { SettingsChange } from '../settings-draft.ts'
import { hasFaults } from './check-draft.ts'
import { changedPlaces, type LimitPlace, mergeDrafts } from './merge-drafts.ts'
import { draftOf, type ThresholdsDraft, thresholdsOf } from './thresholds-draft.ts'
import { words } from './words.ts'

export interface QualityConflict {
  readonly theirs: ThresholdsDraft
  /** What was typed when the conflict was found: kept so that "keep mine" can bring it back. */
  readonly mine: ThresholdsDraft
  /** What both have set, differently. */
  readonly places: readonly LimitPlace[]
}

export interface QualityEdit {
  readonly isAutomatic: boolean
  setAutomatic(isAutomatic: boolean): void
  readonly draft: ThresholdsDraft
  change(draft: ThresholdsDraft): void
  /** What would be stored; null where no limit differs from what is. */
  readonly thresholds: QcThresholds | null
  readonly hasFaults: boolean
  readonly changed: boolean
  readonly busy: boolean
  /** Someone else has saved other limits meanwhile. */
  readonly conflict: QualityConflict | null
  save(): void
  /** What is stored now takes the place of what was typed. */
  discard(): void
}

export function useQualityEdit(settings: OrganizationSettings): QualityEdit {
  const [base, setBase] = useState(settings)
  const [isAutomatic, setAutomatic] = useState(settings.qc_automatic)
  const [draft, setDraft] = useState(() => draftOf(settings.qc_thresholds))
  const [conflict, setConflict] = useState<QualityConflict | null>(null)
  const update = useUpdateSettings()
  const client = useQueryClient()
  const typed = thresholdsOf(draft)
  const isOther = !isSame(typed, thresholdsOf(draftOf(base.qc_thresholds)))
  const isWrong = hasFaults(draft)
  const changed = isOther || isWrong || isAutomatic !== base.qc_automatic

  function start(from: OrganizationSettings) {
    setBase(from)
    setAutomatic(from.qc_automatic)
    setDraft(draftOf(from.qc_thresholds))
    setConflict(null)
  }

  // Saved elsewhere and fetched again while nothing was typed here: follow.
  if (settings.version > base.version && !changed && !update.isPending) start(settings)

  function save() {
    if (update.isPending || !changed || isWrong) return
    const change = {
      ...(isAutomatic !== base.qc_automatic && { qc_automatic: isAutomatic }),
      ...(isOther && { qc_thresholds: typed }),
    }
    send(base, change)
  }

  function send(settings: OrganizationSettings, change: SettingsChange) {
    update.mutate(
      { settings, change },
      {
        onSuccess: (stored) => {
          start(stored)
          showToast(isOther ? words.save.doneJudging : words.save.done)
          void client.invalidateQueries({ queryKey: liveKeys.jobs })
        },
        onError: (error) => {
          const now = settingsNow(error)
          if (now !== null) meet(now, change)
        },
      },
    )
  }

  /** Someone else has saved meanwhile: what is none of this page's business doesn't keep anyone from saving. */
  function meet(now: OrganizationSettings, change: SettingsChange) {
    const [before, theirs] = [draftOf(base.qc_thresholds), draftOf(now.qc_thresholds)]
    if (changedPlaces(before, theirs).length === 0) return send(now, change)
    const { draft: mine, conflicts: places } = mergeDrafts(before, draft, theirs)
    if (isAutomatic === base.qc_automatic) setAutomatic(now.qc_automatic)
    setBase(now)
    setDraft(mine)
    setConflict({ theirs, mine, places })
  }

  return {
    isAutomatic,
    setAutomatic,
    draft,
    change: setDraft,
    thresholds: isOther ? typed : null,
    hasFaults: isWrong,
    changed,
    busy: update.isPending,
    conflict,
    save,
    discard: () => {
      start(base)
      update.reset()
    },
  }
}

/** In one order of keys on both sides: both are made by the same function from the same table. */
const isSame = (one: QcThresholds, other: QcThresholds) =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = ({ common, stains }: QcThresholds) => ({
  common,
  stains: Object.entries(stains).toSorted(([a], [b]) => a.localeCompare(b)),
})
