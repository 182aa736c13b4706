import Typography from '@mui/material/Typography'
import { type ItemColumn, ItemList, NameCell } from '../../ui/list/item-list.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
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

export function TermList({ vocabulary, terms, actions, busy }: TermListProps) {
  const { fields, words: own } = vocabulary
  const columns: ItemColumn<Term>[] = [
    ...fields.map(
      ({ key, label }, index): ItemColumn<Term> =>
        index === 0
          ? {
              label,
              card: 'title',
              cell: (term) => <Title term={term} name={term.values[key]} />,
              inCard: (term) => <Title term={term} name={term.name} />,
            }
          : { label, card: 'none', cell: ({ values }) => <NameCell name={values[key]} /> },
    ),
    { label: own.uses, width: 130, align: 'right', card: 'fact', cell: ({ uses }) => <Uses count={uses} /> },
    {
      label: own.changed,
      width: 150,
      card: 'none',
      cell: ({ updated_at }) => <RelativeTime time={updated_at} />,
    },
  ]
  return (
    <ItemList
      label={own.label}
      items={terms}
      keyOf={({ id }) => id}
      columns={columns}
      busy={busy}
      cardsBelow="sm"
      menu={(term) => <RowMenu of={term.name} actions={actions.menuOf(term)} />}
    />
  )
}

function Title({ term, name }: { term: Term; name: string | undefined }) {
  return (
    <>
      <Typography noWrap title={name ?? ''} sx={{ fontWeight: 600 }}>
        <bdi>{name}</bdi>
      </Typography>
      <Aliases term={term} />
    </>
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
