import { measureOf } from '@cresyl/contract/qc/qc-measures'
import { ConflictAlert } from '../../../ui/edit-form/conflict-note.tsx'
import { ConflictChoice } from '../../../ui/form/conflict-choice.tsx'
import { isSameAt, type LimitPlace, type QualityForm, textAt, withTextAt } from './quality-draft.ts'
import { useStainChoices } from './queries.ts'
import type { DraftScope } from './thresholds-draft.ts'

import { words } from './words.ts'

const own = words.conflict

/** What someone else has set meanwhile: added to what was typed, or a choice for each limit that both set. */
export function LimitsConflict({ form }: { form: QualityForm }) {
  const stains = useStainChoices()
  if (form.conflict === null) return null
  const { theirs, places } = form.conflict
  const scopeName = (scope: DraftScope) =>
    scope === null ? words.limits.common : (stains.find(({ id }) => id === scope)?.name ?? words.limits.gone)
  const draft = form.draft.qc_thresholds
  return (
    <ConflictAlert form={form} title={own.title}>
      {places.map((place) => (
        <ConflictChoice
          key={`${place.scope} ${place.key} ${place.field}`}
          label={own.which(nameOf(place, scopeName(place.scope)))}
          theirs={own.theirs(
            nameOf(place, scopeName(place.scope)),
            shownText(textAt(theirs.qc_thresholds, place)),
          )}
          chosen={isSameAt(place, draft, theirs.qc_thresholds) ? 'theirs' : 'mine'}
          onChoose={(choice) => {
            const text = form.conflict && textAt(form.conflict[choice].qc_thresholds, place)
            form.change({ qc_thresholds: withTextAt(draft, place, text) })
          }}
        />
      ))}
    </ConflictAlert>
  )
}

function nameOf({ key, field }: LimitPlace, scope: string): string {
  const measure = measureOf(key)
  return own.limit(measure.label, words.limits.field(field, measure), scope)
}

function shownText(text: string | null): string {
  if (text === null) return own.unset
  return text === '' ? words.limits.never : text
}
