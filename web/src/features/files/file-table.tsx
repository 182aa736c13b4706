import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { formatBytes } from '../../ui/amounts.ts'
import { ActionsHeader, ListTable, RowHeader } from '../../ui/list-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SlideThumbnail } from '../../ui/slide-thumbnail.tsx'
import { SortableHeader } from '../../ui/sortable-header.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { FileMenu } from './file-menu.tsx'
import { FileName } from './file-name.tsx'
import type { FileRowsProps } from './file-rows.ts'
import { type FileStanding, FileState } from './file-state.tsx'
import type { Column } from './list-filter.ts'
import { words } from './words.ts'

const { columns } = words.list

// Who sent it is in the details, too: the name needs the room more.
const whereThereIsRoom = { '@media (max-width: 1359px)': { display: 'none' } }

export function FileTable({ files, busy, ordering, onOrder, standingOf }: FileRowsProps) {
  const header = (column: Column, label: string, width?: number) => (
    <SortableHeader
      column={column}
      label={label}
      ordering={ordering}
      onOrder={onOrder}
      width={width}
      align={column === 'size' ? 'right' : 'left'}
    />
  )
  return (
    <ListTable
      label={words.list.label}
      busy={busy}
      head={
        <>
          <TableCell width={72}>
            <VisuallyHidden>{columns.picture}</VisuallyHidden>
          </TableCell>
          {header('name', columns.name)}
          <TableCell width={244}>{columns.state}</TableCell>
          {header('size', columns.size, 96)}
          <TableCell width={132}>{columns.project}</TableCell>
          <TableCell width={132} sx={whereThereIsRoom}>
            {columns.uploader}
          </TableCell>
          {header('created_at', columns.time, 128)}
          <ActionsHeader />
        </>
      }
    >
      {files.map((file) => (
        <FileTableRow key={file.id} {...standingOf(file)} />
      ))}
    </ListTable>
  )
}

// Files come and go while one looks: the rows that stay as they are needn't be drawn anew.
const FileTableRow = memo(function FileTableRow(standing: FileStanding) {
  const { file } = standing
  return (
    <TableRow hover sx={{ position: 'relative', '& > *': { height: 61, py: 1 } }}>
      <TableCell sx={{ pr: 0 }}>
        <SlideThumbnail imageId={file.image_id} alt="" width={52} height={44} />
      </TableCell>
      <RowHeader>
        <FileName file={file} />
      </RowHeader>
      <TableCell>
        <FileState {...standing} />
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {formatBytes(file.size)}
      </TableCell>
      <TableCell>
        <Named name={file.project?.name} otherwise={words.unsorted} />
      </TableCell>
      <TableCell sx={whereThereIsRoom}>
        <Named name={file.created_by?.name} otherwise={words.byPlatform} />
      </TableCell>
      <TableCell>
        <RelativeTime time={file.created_at} />
      </TableCell>
      <TableCell align="right">
        {/* Above the link that covers the row. */}
        <span style={{ position: 'relative' }}>
          <FileMenu file={file} />
        </span>
      </TableCell>
    </TableRow>
  )
})

function Named({ name, otherwise }: { name: string | undefined; otherwise: string }) {
  return (
    <Typography noWrap {...(name === undefined ? { color: 'textSecondary' } : { title: name })}>
      <bdi>{name ?? otherwise}</bdi>
    </Typography>
  )
}
