import { chunkSizeFor } from '@cresyl/contract/files/uploads'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import type { Upload } from '../../engine/uploads/upload.ts'
import { DetailList } from '../../ui/list/detail-list.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { formatBytes } from '../../ui/text/amounts.ts'
import { useBelongingNames } from './belonging/use-belonging-names.ts'
import { stateLook } from './started/upload-state.ts'
import { words } from './words.ts'

interface DetailsDialogProps {
  upload: Upload
  onClose: () => void
}

/** Everything that is known of one upload. */
export function DetailsDialog({ upload, onClose }: DetailsDialogProps) {
  const titleId = useId()
  const rows = useDetails(upload)
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{words.details.title}</DialogTitle>
      <DialogContent>
        <DetailList rows={rows} />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {words.details.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useDetails(upload: Upload): [string, ReactNode][] {
  const { name, originalName, folder, size, errors, message, reason, fileId } = upload
  const { partsSent, partCount, partsFailed } = upload
  const { project, tissue, stain } = useBelongingNames(upload)
  const label = words.details
  const rows: [string, ReactNode][] = [[label.name, <bdi key="name">{name}</bdi>]]
  if (originalName !== name) rows.push([label.original, <bdi key="original">{originalName}</bdi>])
  if (folder !== '') rows.push([label.folder, <bdi key="folder">{folder}</bdi>])
  rows.push([label.size, formatBytes(size)])
  rows.push([label.state, <StateChip key="state" {...stateLook(upload)} />])
  const said = [...errors, message].filter((each) => each !== '')
  if (said.length > 0) rows.push([label.message, said.join('\n')])
  if (reason !== '') rows.push([label.reason, reason])
  rows.push(
    [words.belonging.project, project],
    [words.belonging.tissue, tissue],
    [words.belonging.stain, stain],
  )
  rows.push([label.parts, words.list.parts(partsSent, partCount, partsFailed)])
  rows.push([label.partSize, formatBytes(chunkSizeFor(size))])
  rows.push([label.concurrency, label.concurrencyOf(upload.recommendedConcurrency)])
  if (fileId !== null) rows.push([label.id, fileId])
  return rows
}
