import { areaOf } from '@cresyl/contract/annotation-geometry'
import { newId } from '@cresyl/contract/new-id'
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
import { useId } from 'react'
import { contentOf, type Patch, savedShape } from '../../../engine/annotations/content/shape.ts'
import type { Problem } from '../../../engine/annotations/sync/outbox-state.ts'
import { formatArea } from '../../../engine/viewer/amounts.ts'
import { currentLocale } from '../../../ui/locale.ts'
import { useOutbox } from './outbox-context.ts'
import { words } from './words.ts'

const { conflict } = words
type Field = keyof typeof conflict.fields

/** What could not be saved: both versions beside each other. Nothing happens to either before one has decided. */
export function ConflictDialog({ problem, onClose }: { problem: Problem; onClose: () => void }) {
  const outbox = useOutbox()
  const titleId = useId()
  const { entry, theirs, reason, message } = problem
  const { deed, id } = entry
  const mine: Patch | null =
    deed.kind === 'delete' ? null : deed.kind === 'create' ? deed.content : deed.after
  const theirContent = theirs && theirs.deleted_at === null ? contentOf(savedShape(theirs)) : null
  const fields = mine ? (Object.keys(mine) as Field[]) : (['name', 'classification'] as const)

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
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{conflict.title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 3 }}>
          {reason === 'refused' ? `${conflict.refused} ${message}` : conflict[reason]}
        </Typography>
        {reason !== 'refused' && (
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell />
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
                  <TableCell>{mine ? told(mine, field) : conflict.deleted}</TableCell>
                  <TableCell>{theirContent ? told(theirContent, field) : conflict.deleted}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
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

function told(content: Patch, field: Field): string {
  const value = content[field]
  if (field === 'geometry' && content.geometry)
    return conflict.area(formatArea(areaOf(content.geometry), 'px', currentLocale()))
  if (value === null || value === undefined || value === '') return conflict.nothing
  if (typeof value === 'object')
    return 'name' in value ? value.name : Array.isArray(value) ? value.join(', ') : ''
  return String(value)
}
