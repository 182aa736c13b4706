import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { CardList } from '../../ui/list-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { TermActions } from './use-term-actions.tsx'
import type { Term, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

interface TermListProps {
  vocabulary: Vocabulary
  terms: readonly Term[]
  actions: TermActions
  busy: boolean
}

export function TermList(props: TermListProps) {
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return narrow ? <TermCards {...props} /> : <TermTable {...props} />
}

function TermTable({ vocabulary, terms, actions, busy }: TermListProps) {
  const { fields, words: own } = vocabulary
  return (
    <Table
      stickyHeader
      aria-label={own.label}
      aria-busy={busy}
      sx={{ tableLayout: 'fixed', opacity: busy ? 0.6 : 1 }}
    >
      <TableHead>
        <TableRow>
          {fields.map(({ key, label }) => (
            <TableCell key={key}>{label}</TableCell>
          ))}
          <TableCell width={150}>{own.changed}</TableCell>
          <TableCell width={64}>
            <VisuallyHidden>{words.actions.column}</VisuallyHidden>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {terms.map((term) => (
          <TableRow key={term.id} hover>
            {fields.map(({ key }, index) =>
              index === 0 ? (
                <TableCell key={key} component="th" scope="row">
                  <Name text={term.values[key]} strong />
                  <Aliases term={term} />
                </TableCell>
              ) : (
                <TableCell key={key}>
                  <Name text={term.values[key]} />
                </TableCell>
              ),
            )}
            <TableCell>
              <RelativeTime time={term.updated_at} />
            </TableCell>
            <TableCell align="right">
              <RowMenu label={words.actions.of(term.name)} actions={actions.menuOf(term)} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function TermCards({ vocabulary, terms, actions, busy }: TermListProps) {
  return (
    <CardList label={vocabulary.words.label} busy={busy}>
      {terms.map((term) => (
        <Stack component="li" direction="row" key={term.id} sx={{ gap: 2, alignItems: 'center' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Name text={term.name} strong />
            <Aliases term={term} />
          </Box>
          <RowMenu label={words.actions.of(term.name)} actions={actions.menuOf(term)} />
        </Stack>
      ))}
    </CardList>
  )
}

function Name({ text, strong = false }: { text: string | undefined; strong?: boolean }) {
  return (
    <Typography noWrap title={text ?? ''} sx={{ fontWeight: strong ? 600 : 400 }}>
      <bdi>{text}</bdi>
    </Typography>
  )
}

function Aliases({ term: { aliases } }: { term: Term }) {
  if (aliases.length === 0) return null
  return (
    <Typography variant="body2" color="textSecondary" noWrap title={aliases.join(', ')}>
      {words.also} <bdi>{aliases.join(', ')}</bdi>
    </Typography>
  )
}
