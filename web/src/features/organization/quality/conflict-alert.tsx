import { measureOf } from '@cresyl/contract/qc-measures'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { ConflictChoice } from '../../../ui/conflict-choice.tsx'
import { isSameAt, type LimitPlace, textAt, withTextAt } from './merge-drafts.ts'
import { useStainChoices } from './queries.ts'
import type { DraftScope } from './thresholds-draft.ts'
import type { QualityConflict, QualityEdit } from './use-quality-edit.ts'
import { words } from './words.ts'

const own = words.conflict

/** What someone else has set meanwhile: added to what was typed, or a choice for each limit that both set. */
export function ConflictAlert({ edit, conflict }: { edit: QualityEdit; conflict: QualityConflict }) {
  const stains = useStainChoices()
  const { draft, change } = edit
  const { theirs, mine, places } = conflict
  const scopeName = (scope: DraftScope) =>
    scope === null ? words.limits.common : (stains.find(({ id }) => id === scope)?.name ?? words.limits.gone)
  return (
    <Alert severity="warning" variant="outlined" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{own.title}</AlertTitle>
      {places.length > 0 ? own.choose : own.merged}
      {places.map((place) => (
        <ConflictChoice
          key={`${place.scope} ${place.key} ${place.field}`}
          label={own.which(nameOf(place, scopeName(place.scope)))}
          theirs={own.theirs(nameOf(place, scopeName(place.scope)), shownText(textAt(theirs, place)))}
          chosen={isSameAt(place, draft, theirs) ? 'theirs' : 'mine'}
          onChoose={(choice) =>
            change(withTextAt(draft, place, textAt(choice === 'theirs' ? theirs : mine, place)))
          }
        />
      ))}
    </Alert>
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
