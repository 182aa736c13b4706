import { formatBytes } from '../../ui/amounts.ts'
import { type ItemColumn, ItemList, NameCell } from '../../ui/item-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SlideThumbnail } from '../../ui/slide-thumbnail.tsx'
import { FileMenu } from './file-menu.tsx'
import { FileName } from './file-name.tsx'
import { type FileStanding, FileState } from './file-state.tsx'
import type { Column, Ordering } from './list-filter.ts'
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
