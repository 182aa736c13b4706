import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { X } from '../../../ui/frame/icons.ts'
import { formatDate } from '../../../ui/text/dates.ts'
import type { Choice } from '../choices/queries.ts'
import { words } from '../words.ts'
import { notSet, type PlaceChange, type SlidePlace, slideList } from './place.ts'
import type { FilterChoices } from './toolbar.tsx'

interface FilterChipsProps {
  place: SlidePlace
  change: (change: PlaceChange) => void
  choices: FilterChoices
}

interface FilterChip {
  key: string
  label: string
  without: PlaceChange
}

/** What leaves slides out at the moment, each with a way to take it away. */
export function FilterChips({ place, change, choices }: FilterChipsProps) {
  const chips = chipsOf(place, choices)
  if (chips.length === 0) return null
  return (
    <Stack direction="row" sx={{ gap: 2, mb: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <Stack
        component="ul"
        aria-label={words.filters.shown}
        direction="row"
        sx={{ m: 0, p: 0, gap: 2, flexWrap: 'wrap', listStyle: 'none', minWidth: 0 }}
      >
        {chips.map(({ key, label, without }) => (
          <li key={key} style={{ minWidth: 0, maxWidth: 320 }}>
            <Chip
              label={<bdi>{label}</bdi>}
              title={label}
              // The keyboard gets to the whole chip: Enter takes the filter away.
              onClick={() => change(without)}
              onDelete={() => change(without)}
              deleteIcon={<X size={14} aria-hidden />}
              aria-label={words.filters.remove(label)}
              sx={{ bgcolor: 'tokens.accent', color: 'text.primary', maxWidth: '100%' }}
            />
          </li>
        ))}
      </Stack>
      <Button size="small" onClick={() => change(slideList.unfiltered)}>
        {words.filters.clearAll}
      </Button>
    </Stack>
  )
}

function chipsOf(place: SlidePlace, { tissues, stains, people }: FilterChoices): FilterChip[] {
  const { filters } = words
  const listed = (field: 'tissue' | 'stain' | 'by', label: string, choices: readonly Choice[]) =>
    place[field].map((id) => {
      const known = choices.find((choice) => choice.id === id)?.name
      const name = id === notSet ? filters.notSet : (known ?? filters.gone)
      const without = { [field]: place[field].filter((each) => each !== id) }
      return { key: `${field} ${id}`, label: `${label}: ${name}`, without }
    })
  const single = (field: 'q' | 'from' | 'to', text: (value: string) => string) =>
    place[field] === '' ? [] : [{ key: field, label: text(place[field]), without: { [field]: '' } }]
  return [
    ...single('q', filters.text),
    ...listed('tissue', filters.tissue, tissues),
    ...listed('stain', filters.stain, stains),
    ...place.state.map((state) => ({
      key: `state ${state}`,
      label: filters.ofState(words.qc[state]),
      without: { state: place.state.filter((each) => each !== state) },
    })),
    ...(place.overridden
      ? [
          {
            key: 'overridden',
            label: `${filters.state}: ${filters.overridden}`,
            without: { overridden: false },
          },
        ]
      : []),
    ...listed('by', filters.by, people),
    ...single('from', (day) => filters.fromDay(formatDate(`${day}T12:00:00`))),
    ...single('to', (day) => filters.toDay(formatDate(`${day}T12:00:00`))),
  ]
}
