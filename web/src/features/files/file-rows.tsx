import type { File } from '@cresyl/contract/files/files'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useNavigate } from 'react-router'
import { CircleSlash, Download, Microscope, RotateCcw, X } from '../../ui/frame/icons.ts'
import { type ItemColumn, ItemList, NameCell } from '../../ui/list/item-list.tsx'
import { type RowAction, RowMenu } from '../../ui/list/row-menu.tsx'
import { SlideThumbnail } from '../../ui/slide/slide-thumbnail.tsx'
import { formatBytes } from '../../ui/text/amounts.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { type FileStanding, FileState } from './file-state.tsx'
import type { Column, Ordering } from './list-filter.ts'
import { slideAddress } from './slide-address.ts'
import { useOfferedActions } from './use-file-actions.tsx'
import { useOpenedFile } from './use-opened-file.ts'
import { words } from './words.ts'

const { label, columns: heads } = words.list

const columns: readonly ItemColumn<FileStanding, Column>[] = [
  {
    label: heads.picture,
    width: 72,
    card: 'picture',
    cell: ({ file }) => <SlideThumbnail imageId={file.image_id} alt="" width={52} height={44} />,
    sx: { pr: 0 },
  },
  { label: heads.name, sort: 'name', card: 'title', cell: ({ file }) => <FileName file={file} /> },
  { label: heads.state, width: 244, card: 'chip', cell: (standing) => <FileState {...standing} /> },
  {
    label: heads.size,
    width: 96,
    align: 'right',
    sort: 'size',
    card: 'fact',
    cell: ({ file }) => formatBytes(file.size),
    sx: { whiteSpace: 'nowrap' },
  },
  {
    label: heads.project,
    width: 132,
    card: 'fact',
    cell: ({ file }) => <NameCell name={file.project?.name} otherwise={words.unsorted} />,
    inCard: ({ file }) => file.project && <bdi>{file.project.name}</bdi>,
  },
  {
    label: heads.uploader,
    width: 132,
    card: 'fact',
    cell: ({ file }) => <NameCell name={file.created_by?.name} otherwise={words.byPlatform} />,
    inCard: ({ file }) => file.created_by && <bdi>{file.created_by.name}</bdi>,
    // Who sent it is in the details, too: the name needs the room more.
    sx: { '@media (max-width: 1359px)': { display: 'none' } },
  },
  {
    label: heads.time,
    width: 128,
    sort: 'created_at',
    card: 'fact',
    cell: ({ file }) => <RelativeTime time={file.created_at} />,
  },
]

// Above the link that covers the row.
const menu = ({ file }: FileStanding) => (
  <span style={{ position: 'relative' }}>
    <FileMenu file={file} />
  </span>
)

const rowSx = { position: 'relative', '& > *': { height: 61, py: 1 } }

interface FileRowsProps {
  standings: readonly FileStanding[]
  busy: boolean
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
}

export function FileRows({ standings, busy, ...order }: FileRowsProps) {
  return (
    <ItemList
      label={label}
      items={standings}
      keyOf={({ file }) => file.id}
      columns={columns}
      busy={busy}
      order={order}
      menu={menu}
      rowSx={rowSx}
    />
  )
}

/** Opens the details; a click anywhere on the row does, where the row is `position: relative`. */
function FileName({ file: { id, name } }: { file: File }) {
  const { searchOf } = useOpenedFile()
  return (
    <Typography noWrap title={name} sx={{ fontWeight: 600 }}>
      <Link
        component={RouterLink}
        to={{ search: searchOf(id) }}
        preventScrollReset
        sx={{ '&::after': { content: '""', position: 'absolute', inset: 0 } }}
      >
        <bdi>{name}</bdi>
      </Link>
    </Typography>
  )
}

/** What can be done with a file, from its row. */
function FileMenu({ file }: { file: File }) {
  const navigate = useNavigate()
  const { download, reread, giveUp, dismiss } = useOfferedActions()
  const { slide_id } = file
  const offered: RowAction[] = []
  if (slide_id !== null) {
    offered.push({
      label: words.details.openSlide,
      icon: <Microscope size={18} aria-hidden />,
      run: () => void navigate(slideAddress(slide_id)),
    })
  }
  offered.push({
    label: words.download.action,
    icon: <Download size={18} aria-hidden />,
    run: () => download.run(file),
    reason: download.reason(file),
  })
  if (file.state === 'stored') {
    offered.push({
      label: words.reread.action,
      icon: <RotateCcw size={18} aria-hidden />,
      run: () => reread.run(file),
      reason: reread.reason(file),
    })
  }
  if (file.state === 'created') {
    offered.push({
      label: words.giveUp.action,
      icon: <CircleSlash size={18} aria-hidden />,
      run: () => giveUp.run(file),
      reason: giveUp.reason(file),
      danger: true,
    })
  }
  const dismissing = dismiss(file)
  if (dismissing) {
    offered.push({
      label: words.dismiss.action,
      icon: <X size={18} aria-hidden />,
      run: dismissing,
      danger: true,
    })
  }
  return <RowMenu of={file.name} actions={offered} />
}
