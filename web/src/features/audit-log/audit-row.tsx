import type { AuditEntry } from '@cresyl/contract/operations/audits'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { MouseEvent } from 'react'
import { ChevronDown, ChevronRight, KeyRound, ShieldAlert } from '../../ui/frame/icons.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { formatExactDateTime } from '../../ui/text/dates.ts'
import { useLocale } from '../../ui/text/locale.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { AuditDetails } from './audit-details.tsx'
import type { FilterChange } from './filter.ts'
import { SubjectName } from './subject-name.tsx'
import { actorName, entryWords, words } from './words.ts'

const own = words.row

/** Wide: a line of a table. The header has the same columns. */
export const columns =
  '36px 185px minmax(150px, 1.1fr) minmax(170px, 1.3fr) minmax(150px, 1.3fr) minmax(130px, 0.9fr)'

interface AuditRowProps {
  entry: AuditEntry
  isOpen: boolean
  onToggle: () => void
  onFilter: (change: FilterChange) => void
}

/** Who did what, when and from where; opened, what it was before. */
export function AuditRow({ entry, isOpen, onToggle, onFilter }: AuditRowProps) {
  const what = entryWords(entry)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const openByClick = (event: MouseEvent) => {
    // Links and what is selected are used for themselves.
    if ((event.target as Element).closest('a, button') === null && getSelection()?.isCollapsed !== false)
      onToggle()
  }
  return (
    <>
      <Box
        onClick={openByClick}
        sx={{
          display: { xs: 'flex', md: 'grid' },
          flexWrap: 'wrap',
          gridTemplateColumns: columns,
          columnGap: 3,
          rowGap: 0.5,
          alignItems: 'center',
          minHeight: 44,
          px: 2,
          py: { xs: 2, md: 1 },
          cursor: 'pointer',
          '&:hover': { bgcolor: 'action.hover' },
          '& > *': { minWidth: 0 },
        }}
      >
        <IconButton
          size="small"
          aria-expanded={isOpen}
          aria-label={own.open(what)}
          onClick={onToggle}
          sx={{ alignSelf: { xs: 'flex-start', md: 'center' } }}
        >
          <Chevron size={18} aria-hidden />
        </IconButton>
        <Box sx={{ order: { xs: 3, md: 0 }, flexBasis: { xs: '100%' }, pl: { xs: 10, md: 0 } }}>
          <When time={entry.occurred_at} />
        </Box>
        <Box sx={{ order: { xs: 2, md: 0 }, flexBasis: { xs: '100%' }, pl: { xs: 10, md: 0 } }}>
          <Who actor={entry.actor} />
        </Box>
        <Box sx={{ order: { xs: 1, md: 0 }, flex: { xs: 1 } }}>
          <Typography sx={{ fontWeight: { xs: 600, md: 400 }, overflowWrap: 'anywhere' }}>{what}</Typography>
        </Box>
        <Box sx={{ order: { xs: 2, md: 0 }, flexBasis: { xs: '100%' }, pl: { xs: 10, md: 0 } }}>
          <SubjectName subject={entry.subject} />
        </Box>
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          {entry.address && (
            <Typography variant="body2" noWrap title={entry.address}>
              {entry.address}
            </Typography>
          )}
          {entry.client && (
            <Typography variant="body2" color="textSecondary" noWrap title={entry.client}>
              {entry.client}
            </Typography>
          )}
        </Box>
      </Box>
      {isOpen && <AuditDetails entry={entry} onFilter={onFilter} />}
    </>
  )
}

function When({ time }: { time: string }) {
  const locale = useLocale()
  return (
    <>
      <Typography variant="body2" noWrap>
        {formatExactDateTime(time, locale)}
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap sx={{ display: { xs: 'none', md: 'block' } }}>
        <RelativeTime time={time} />
      </Typography>
    </>
  )
}

function Who({ actor }: { actor: AuditEntry['actor'] }) {
  const name = actorName(actor)
  const note =
    actor.kind === 'platform' ? own.platformNote : actor.kind === 'former' && actor.person ? own.former : null
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
      <PersonAvatar name={name} picture={actor.person?.picture ?? null} size={24} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" noWrap title={name} dir="auto">
          {name}
          {note && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' '}
              · {note}
            </Box>
          )}
        </Typography>
        {actor.superadmin && <StateChip icon={ShieldAlert} label={own.superadmin} tone="warn" />}
        {actor.api_token && (
          <Typography
            variant="body2"
            color="textSecondary"
            noWrap
            sx={{ display: 'flex', gap: 1, alignItems: 'center' }}
          >
            <KeyRound size={12} aria-hidden /> {own.token(actor.api_token.name)}
          </Typography>
        )}
      </Box>
    </Stack>
  )
}
