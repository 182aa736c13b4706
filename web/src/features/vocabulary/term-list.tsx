import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Card, CardList } from '../../ui/list-frame.tsx'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import type { TermActions } from './use-term-actions.tsx'
import { Uses } from './uses.tsx'
import type { Term, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

interface TermListProps {
  vocabulary: Vocabulary
  terms: readonly Term[]
  actions: TermActions
  busy: boolean
}

export function TermList(props: TermListProps) {
  const narrow = useNarrow('sm')
  return narrow ? <TermCards {...props} /> : <TermTable {...props} />
}

function TermTable({ vocabulary, terms, actions, busy }: TermListProps) {
  const { fields, words: own } = vocabulary
  return (
    <ListTable
      label={own.label}
      busy={busy}
      head={
        <>
          {fields.map(({ key, label }) => (
            <TableCell key={key}>{label}</TableCell>
          ))}
          <TableCell width={130} align="right">
            {own.uses}
          </TableCell>
          <TableCell width={150}>{own.changed}</TableCell>
          <ActionsHeader />
        </>
      }
    >
      {terms.map((term) => (
        <TableRow key={term.id} hover>
          {fields.map(({ key }, index) =>
            index === 0 ? (
              <RowHeader key={key}>
                <Name text={term.values[key]} strong />
                <Aliases term={term} />
              </RowHeader>
            ) : (
              <TableCell key={key}>
                <Name text={term.values[key]} />
              </TableCell>
            ),
          )}
          <TableCell align="right">
            <Uses count={term.uses} />
          </TableCell>
          <TableCell>
            <RelativeTime time={term.updated_at} />
          </TableCell>
          <TableCell align="right">
            <RowMenu of={term.name} actions={actions.menuOf(term)} />
          </TableCell>
        </TableRow>
      ))}
    </ListTable>
  )
}

function TermCards({ vocabulary, terms, actions, busy }: TermListProps) {
  return (
    <CardList label={vocabulary.words.label} busy={busy}>
      {terms.map((term) => (
        <Card key={term.id} menu={<RowMenu of={term.name} actions={actions.menuOf(term)} />}>
          <Name text={term.name} strong />
          <Aliases term={term} />
          <Uses count={term.uses} />
        </Card>
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
