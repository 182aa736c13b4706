import type { File } from '@cresyl/contract/files'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'
import { useOpenedFile } from './use-opened-file.ts'

/** Opens the details; a click anywhere on the row does, where the row is `position: relative`. */
export function FileName({ file: { id, name } }: { file: File }) {
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
