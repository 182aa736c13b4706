import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'
import { unsortedAddress } from './unsorted.ts'
import { words } from './words.ts'

/** In place of the name of a project. */
export function UnsortedName() {
  return (
    <Typography noWrap sx={{ fontWeight: 600 }}>
      <Link component={RouterLink} to={unsortedAddress}>
        {words.unsorted.title}
      </Link>
    </Typography>
  )
}
