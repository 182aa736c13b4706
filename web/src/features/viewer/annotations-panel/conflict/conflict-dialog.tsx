import { newId } from '@cresyl/contract/api/new-id'
import type { ImageSpace } from '@cresyl/contract/slides/image-space'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { contentOf, isSame, type Patch, savedShape } from '../../../../engine/annotations/content/shape.ts'
import type { Problem } from '../../../../engine/annotations/sync/outbox-state.ts'
import { useApi } from '../../../../lib/session/session-context.tsx'
import { useNarrow } from '../../../../ui/frame/use-narrow.ts'
import { VisuallyHidden } from '../../../../ui/frame/visually-hidden.tsx'
import { useLocale } from '../../../../ui/text/locale.ts'
import { imageQuery } from '../../slide/queries.ts'
import { useOutbox } from '../outbox-context.ts'
import { usePeople } from '../queries.ts'
import { words } from '../words.ts'
import { type Field, toldField } from './told-field.ts'
import { TwoShapes } from './two-shapes.tsx'

const { conflict } = words

/** What could not be saved: both versions beside each other. Nothing happens to either before one has decided. */
export function ConflictDialog({ problem, onClose }: { problem: Problem; onClose: () => void }) {
  const outbox = useOutbox()
  const titleId = useId()
  const { entry, theirs, reason, message } = problem
  const { deed, id } = entry
  const space = useQuery(imageQuery(useApi(), entry.imageId)).data?.space ?? null
  const mine: Patch | null =
    deed.kind === 'delete' ? null : deed.kind === 'create' ? deed.content : deed.after
  const theirContent = theirs && theirs.deleted_at === null ? contentOf(savedShape(theirs)) : null
  const changed = mine ? (Object.keys(mine) as Field[]) : (['name', 'classification'] as const)
  // What both have changed to the same is no question.
  const fields = changed.filter(
    (field) => !mine || !theirContent || !isSame(mine[field], theirContent[field]),
  )

  function keepBoth() {
    if (mine === null || theirContent === null) return
    const copy = { ...theirContent, ...mine }
    outbox.decide(id, 'theirs')
    outbox.note(
      [{ id: newId(), imageId: entry.imageId, deed: { kind: 'create', content: copy } }],
      () => false,
    )
    onClose()
  }
  function decide(choice: 'mine' | 'theirs') {
    outbox.decide(id, choice)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
      fullScreen={useNarrow('sm')}
    >
      <DialogTitle id={titleId}>{conflict.title}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography sx={{ mb: 3 }}>
          {reason === 'refused' ? `${conflict.refused} ${message}` : conflict[reason]}
        </Typography>
        {reason !== 'refused' && (
          <Table
            size="small"
            sx={{
              tableLayout: 'fixed',
              '& td, & th': {
                px: { xs: 1, sm: 3 },
                py: 2,
                height: 'auto',
                verticalAlign: 'top',
                overflowWrap: 'anywhere',
              },
              '& th:first-of-type': { width: { xs: 84, sm: 112 }, pl: 0, color: 'text.secondary' },
            }}
          >
            <TableHead>
              <TableRow>
                <TableCell>
                  <VisuallyHidden>{conflict.field}</VisuallyHidden>
                </TableCell>
                <TableCell>{conflict.mine}</TableCell>
                <TableCell>{conflict.theirs(theirs?.updated_by?.name)}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {fields.map((field) => (
                <TableRow key={field}>
                  <TableCell component="th" scope="row">
                    {conflict.fields[field]}
                  </TableCell>
                  <Told field={field} space={space} content={mine} other={theirContent} />
                  <Told field={field} space={space} content={theirContent} other={mine} />
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </DialogContent>
      <DialogActions
        sx={{
          display: { xs: 'grid', sm: 'flex' },
          gridTemplateColumns: '1fr 1fr',
          '& > *': { m: 0 },
          gap: 2,
        }}
      >
        <Button onClick={onClose}>{conflict.close}</Button>
        <Button onClick={() => decide('theirs')}>
          {reason === 'refused' ? conflict.discard : conflict.keepTheirs}
        </Button>
        {mine && theirContent && <Button onClick={keepBoth}>{conflict.keepBoth}</Button>}
        <Button variant="contained" onClick={() => decide('mine')}>
          {reason === 'refused' ? conflict.again : conflict.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface ToldProps {
  field: Field
  /** Null where it was deleted. */
  content: Patch | null
  other: Patch | null
  space: ImageSpace | null
}

function Told({ field, content, other, space }: ToldProps) {
  const around = { locale: useLocale(), people: usePeople(), space }
  if (content === null) return <TableCell>{conflict.deleted}</TableCell>
  return (
    <TableCell>
      {field === 'geometry' && content.geometry && (
        <TwoShapes shape={content.geometry} other={other?.geometry} />
      )}
      {toldField(content, field, around)}
    </TableCell>
  )
}
