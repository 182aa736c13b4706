import type { AuditEntry } from '@cresyl/contract/operations/audits'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'
import { words } from './words.ts'

/** What a row is about, as it is called now, with the way to it. */
export function SubjectName({ subject }: { subject: AuditEntry['subject'] }) {
  if (subject === null) return null
  if (subject.name === null)
    return (
      <Typography variant="body2" color="textSecondary" noWrap>
        {words.row.unnamed}
      </Typography>
    )
  return (
    <Typography variant="body2" noWrap title={subject.name} dir="auto">
      {subject.link === null ? (
        subject.name
      ) : (
        <Link component={RouterLink} to={subject.link}>
          {subject.name}
        </Link>
      )}
    </Typography>
  )
}
