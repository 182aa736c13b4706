import type { AuditEntry } from '@cresyl/contract/operations/audits'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { DetailList } from '../../ui/list/detail-list.tsx'
import { formatExactDateTime } from '../../ui/text/dates.ts'
import type { FilterChange } from './filter.ts'
import { SubjectName } from './subject-name.tsx'
import { fieldWords, linesOf, type Value, valueText } from './values.ts'
import { eventWords, words } from './words.ts'

const own = words.row

interface AuditDetailsProps {
  entry: AuditEntry
  onFilter: (change: FilterChange) => void
}

/** Everything that a row says, and ways to rows like it. */
export function AuditDetails({ entry, onFilter }: AuditDetailsProps) {
  const { names, subject, actor, address } = entry
  const facts = entry.facts.map(({ field, value }) => [
    fieldWords(field),
    <ValueView key={field} value={value} names={names} />,
  ]) satisfies [string, ReactNode][]
  const from = [address, entry.client].filter((part) => part !== null).join(' · ')
  const person = actor.person?.id
  return (
    <Stack
      sx={{
        gap: 4,
        px: { xs: 4, md: 12 },
        py: 4,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
      <Changes entry={entry} />
      <DetailList
        rows={[
          ...facts,
          [own.at, formatExactDateTime(entry.occurred_at)],
          ...(subject ? ([[own.subject, <SubjectName key="subject" subject={subject} />]] as const) : []),
          [own.from, from === '' ? own.noFrom : from],
          ...(entry.request_id
            ? ([[own.request, <Code key="request">{entry.request_id}</Code>]] as const)
            : []),
          [own.rowId, <Code key="row">{entry.id}</Code>],
        ]}
      />
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {subject && (
          <FilterButton onClick={() => onFilter({ subject: subject.id })}>{own.onlySubject}</FilterButton>
        )}
        {person !== undefined && (
          <FilterButton onClick={() => onFilter({ person })}>{own.onlyPerson}</FilterButton>
        )}
        {address !== null && (
          <FilterButton onClick={() => onFilter({ address })}>{own.onlyAddress}</FilterButton>
        )}
        {eventWords(entry.event) !== entry.event && (
          <FilterButton onClick={() => onFilter({ events: [entry.event as never] })}>
            {own.onlyEvent}
          </FilterButton>
        )}
      </Stack>
    </Stack>
  )
}

function FilterButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="small" variant="outlined" onClick={onClick}>
      {children}
    </Button>
  )
}

function Changes({ entry: { changes, names } }: { entry: AuditEntry }) {
  const lines = linesOf(changes)
  if (lines.length === 0) return null
  return (
    <Table
      size="small"
      aria-label={own.changes}
      sx={{
        tableLayout: 'fixed',
        '& td, & th': { verticalAlign: 'top', px: 1 },
        '& th:first-of-type': { pl: 0 },
        '& thead th': { bgcolor: 'transparent' },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: '26%' }}>{own.field}</TableCell>
          <TableCell>{own.before}</TableCell>
          <TableCell>{own.after}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map(({ field, before, after }) => (
          <TableRow key={field}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 400, color: 'text.secondary' }}>
              {field}
            </TableCell>
            <TableCell sx={{ color: 'tokens.fail' }}>
              <ValueView value={before} names={names} struck />
            </TableCell>
            <TableCell sx={{ color: 'tokens.pass' }}>
              <ValueView value={after} names={names} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

interface ValueViewProps {
  value: Value
  names: AuditEntry['names']
  /** It is not so any more. */
  struck?: boolean
}

function ValueView({ value, names, struck = false }: ValueViewProps) {
  const named = typeof value === 'string' ? names[value] : undefined
  const isEmpty = value === null || value === ''
  const text = valueText(value, names)
  return (
    <Typography
      variant="body2"
      component="span"
      dir="auto"
      sx={{
        display: 'block',
        maxHeight: 240,
        overflowY: 'auto',
        overflowWrap: 'anywhere',
        whiteSpace: 'pre-wrap',
        ...(isEmpty && { color: 'text.secondary' }),
        ...(struck && !isEmpty && { textDecoration: 'line-through' }),
      }}
    >
      {named?.link ? (
        <Link component={RouterLink} to={named.link}>
          {text}
        </Link>
      ) : (
        text
      )}
    </Typography>
  )
}

function Code({ children }: { children: ReactNode }) {
  return (
    <Box component="code" sx={{ fontSize: 12, overflowWrap: 'anywhere', color: 'text.secondary' }}>
      {children}
    </Box>
  )
}
