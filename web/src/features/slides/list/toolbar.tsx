import { qcStates } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Grid2x2, Rows3, Trash2 } from '../../../ui/frame/icons.ts'
import { SearchField } from '../../../ui/list/search-field.tsx'
import type { Choice } from '../choices/queries.ts'
import { words } from '../words.ts'
import { FilterButton, FilterMenu } from './filter-menu.tsx'
import {
  type Column,
  columns,
  notSet,
  type PlaceChange,
  type SlidePlace,
  type Sort,
  sorts,
  usualColumns,
  type View,
} from './place.ts'

export interface FilterChoices {
  tissues: readonly Choice[]
  stains: readonly Choice[]
  people: readonly Choice[]
}

interface ToolbarProps {
  place: SlidePlace
  change: (change: PlaceChange) => void
  choices: FilterChoices
}

const withNotSet = (choices: readonly Choice[]) => [{ id: notSet, name: words.filters.notSet }, ...choices]
/** Besides what quality control says: whether somebody decided otherwise. */
const overridden = 'overridden'
const states: Choice[] = [
  ...qcStates.map((id) => ({ id, name: words.qc[id] })),
  { id: overridden, name: words.filters.overridden },
]

/** Which slides, and how they are shown. */
export function Toolbar({ place, change, choices }: ToolbarProps) {
  return (
    <Stack
      direction="row"
      sx={{ gap: 2, mb: 3, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Stack
        direction="row"
        role="search"
        aria-label={words.list.label}
        sx={{ gap: 2, minWidth: 0, maxWidth: '100%', alignItems: 'center', flexWrap: 'wrap' }}
      >
        <Box sx={{ display: 'flex', width: { xs: '100%', sm: 220 } }}>
          <SearchField label={words.list.search} search={place.q} onSearch={(q) => change({ q })} />
        </Box>
        <Stack
          direction="row"
          // On a phone they stand beside each other, too, and scroll sideways.
          sx={{
            gap: 2,
            minWidth: 0,
            maxWidth: '100%',
            flexWrap: { xs: 'nowrap', sm: 'wrap' },
            overflowX: { xs: 'auto', sm: 'visible' },
            p: '3px',
            m: '-3px',
          }}
        >
          <FilterMenu
            label={words.filters.tissue}
            choices={withNotSet(choices.tissues)}
            chosen={place.tissue}
            onChange={(tissue) => change({ tissue })}
          />
          <FilterMenu
            label={words.filters.stain}
            choices={withNotSet(choices.stains)}
            chosen={place.stain}
            onChange={(stain) => change({ stain })}
          />
          <FilterMenu
            label={words.filters.state}
            choices={states}
            chosen={place.overridden ? [...place.state, overridden] : place.state}
            onChange={(chosen) =>
              change({
                state: qcStates.filter((state) => chosen.includes(state)),
                overridden: chosen.includes(overridden),
              })
            }
          />
          <FilterMenu
            label={words.filters.by}
            choices={choices.people}
            chosen={place.by}
            onChange={(by) => change({ by })}
          />
          <Dates place={place} change={change} />
          <DeletedButton place={place} change={change} />
        </Stack>
      </Stack>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexShrink: 0 }}>
        {place.view === 'table' && <Columns place={place} change={change} />}
        <TextField
          select
          size="small"
          label={words.views.sort}
          value={place.sort}
          onChange={(event) => change({ sort: event.target.value as Sort })}
          // The table sorts by its headers; on a phone there is room for one of them only.
          sx={{ minWidth: 160, display: { sm: place.view === 'table' ? 'none' : 'inline-flex' } }}
        >
          {sorts.map((sort) => (
            <MenuItem key={sort} value={sort}>
              {words.views.sorts[sort]}
            </MenuItem>
          ))}
        </TextField>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={place.view}
          onChange={(_, view: View | null) => view && change({ view })}
          aria-label={words.views.label}
        >
          {[['gallery', Grid2x2] as const, ['table', Rows3] as const].map(([view, Icon]) => (
            <ToggleButton
              key={view}
              value={view}
              aria-label={words.views.names[view]}
              title={words.views.names[view]}
            >
              <Icon size={18} aria-hidden />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
    </Stack>
  )
}

type PartProps = Pick<ToolbarProps, 'place' | 'change'>

function Dates({ place, change }: PartProps) {
  const field = (name: 'from' | 'to') => (
    <TextField
      type="date"
      size="small"
      label={words.filters[name]}
      value={place[name]}
      onChange={(event) => change({ [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  const chosen = [place.from, place.to].filter(Boolean).length
  return (
    <FilterButton label={words.filters.dates} chosen={chosen}>
      <Stack sx={{ gap: 4, p: 4 }}>
        {field('from')}
        {field('to')}
      </Stack>
    </FilterButton>
  )
}

function DeletedButton({ place, change }: PartProps) {
  if (!usePermission('delete:slides')) return null
  return (
    <Tooltip title={words.filters.deletedHint}>
      <ToggleButton
        size="small"
        value="deleted"
        selected={place.deleted}
        onChange={() => change({ deleted: !place.deleted })}
        sx={{ gap: 1.5, flexShrink: 0 }}
      >
        <Trash2 size={16} aria-hidden />
        {words.filters.deleted}
      </ToggleButton>
    </Tooltip>
  )
}

const columnChoices = columns.map((id): Choice => ({ id, name: words.views.columns[id] }))

function Columns({ place, change }: PartProps) {
  const isUsual = String(place.columns) === String(usualColumns)
  return (
    <Box title={words.views.columnsHint} sx={{ display: { xs: 'none', sm: 'block' } }}>
      <FilterMenu
        label={words.views.columnsButton}
        choices={columnChoices}
        chosen={place.columns}
        // Their number is of no interest as long as they are the usual ones.
        quiet={isUsual}
        onChange={(chosen) =>
          change({ columns: columns.filter((column: Column) => chosen.includes(column)) })
        }
      />
    </Box>
  )
}
