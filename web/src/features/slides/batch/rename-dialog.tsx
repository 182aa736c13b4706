import {
  nameByPattern,
  namesAllAlike,
  patternFields,
  patternProblem,
} from '@cresyl/contract/api/name-pattern'
import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { words } from '../words.ts'
import type { BatchDialogProps } from './batch-action.ts'
import { useStartBatch } from './queries.ts'

type Order = keyof typeof words.rename.orders
const shownNames = 4

/** Gives all of them names by one pattern, with a look at the first. */
export function RenameDialog({ chosen, onStarted, onClose }: BatchDialogProps) {
  const [pattern, setPattern] = useState<string>(words.rename.start)
  const [ordering, setOrdering] = useState<Order>('name')
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useStartBatch()
  const { data: first = [], isError } = useFirst(chosen, ordering)
  const names = first.map((slide, at) => ({ slide, name: nameByPattern(pattern, namedSlide(slide, at + 1)) }))
  const problem =
    patternProblem(pattern) ?? (names.some(({ name }) => name === '') ? words.rename.empty : null)

  function insert(text: string) {
    const { selectionStart: start, selectionEnd: end } = field.current ?? {}
    const [from, to] = [start ?? pattern.length, end ?? pattern.length]
    setPattern(pattern.slice(0, from) + text + pattern.slice(to))
    field.current?.focus()
  }

  return (
    <FormDialog
      title={words.rename.title(chosen.count)}
      submitLabel={words.rename.submit}
      reason={problem ?? undefined}
      onClose={onClose}
      form={{
        busy: isPending,
        changed: pattern !== words.rename.start,
        submit: () =>
          mutate(
            { selection: chosen.selection, action: { kind: 'rename', pattern, ordering } },
            { onSuccess: onStarted },
          ),
      }}
    >
      <Stack sx={{ gap: 4, pt: 2 }}>
        <TextField
          label={words.rename.pattern}
          value={pattern}
          onChange={(event) => setPattern(event.target.value)}
          error={problem !== null}
          helperText={problem ?? (chosen.count > 1 && namesAllAlike(pattern) ? words.rename.same : ' ')}
          inputRef={field}
          fullWidth
          autoFocus
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        <PatternHelp onInsert={insert} />
        <TextField
          select
          size="small"
          label={words.rename.numberedBy}
          value={ordering}
          onChange={(event) => setOrdering(event.target.value as Order)}
          sx={{ maxWidth: 220 }}
        >
          {Object.entries(words.rename.orders).map(([order, label]) => (
            <MenuItem key={order} value={order}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <Preview names={names} more={chosen.count - names.length} isError={isError} />
      </Stack>
    </FormDialog>
  )
}

function useFirst({ fetchFirst, selection }: BatchDialogProps['chosen'], ordering: Order) {
  return useQuery({
    queryKey: [...liveKeys.slides, 'first', selection, ordering],
    queryFn: () => fetchFirst(shownNames, ordering),
    meta: { quiet: true },
  })
}

function namedSlide({ name, tissue, stainer, created_at: created }: Slide, n: number) {
  return {
    name,
    n,
    tissue: tissue?.organ ?? null,
    stain: stainer?.stain_type ?? null,
    date: created.slice(0, 10),
  }
}

function PatternHelp({ onInsert }: { onInsert: (text: string) => void }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1 }}
    >
      {Object.entries(patternFields).map(([name, meaning]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>
            <Chip
              size="small"
              label={`{${name}}`}
              aria-label={`${words.rename.insert} {${name}}`}
              onClick={() => onInsert(`{${name}}`)}
            />
          </dt>
          <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0, alignSelf: 'center' }}>
            {meaning}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

interface PreviewProps {
  names: readonly { slide: Slide; name: string }[]
  more: number
  isError: boolean
}

function Preview({ names, more, isError }: PreviewProps) {
  return (
    <Box>
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {words.rename.preview}
      </Typography>
      {/* As high as it gets, so that nothing jumps when the names arrive. */}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', minHeight: shownNames * 44 }}>
        {isError && <li>{words.rename.unseen}</li>}
        {names.map(({ slide, name }) => (
          <Box component="li" key={slide.id} sx={{ py: 1 }}>
            <Typography noWrap title={name} sx={{ fontWeight: 600 }}>
              <bdi>{name}</bdi>
            </Typography>
            <Typography noWrap variant="caption" component="div" color="textSecondary" title={slide.name}>
              <bdi>{slide.name}</bdi>
            </Typography>
          </Box>
        ))}
        {more > 0 && names.length > 0 && (
          <Typography component="li" variant="body2" color="textSecondary">
            {words.rename.more(more)}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
