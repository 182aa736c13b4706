import type { Permission } from '@cresyl/contract/api/permissions'
import Typography from '@mui/material/Typography'
import { usePermission } from '../../lib/session/session-context.tsx'
import { permissionReason } from '../text/permission-reason.ts'

/** On a page about something that needs a right: who lacks it is told so, and who can grant it. */
export function MissingPermission({ permission, deed }: { permission: Permission; deed: string }) {
  if (usePermission(permission)) return null
  return <Typography sx={{ mt: 3, color: 'text.primary' }}>{permissionReason(permission, deed)}</Typography>
}
