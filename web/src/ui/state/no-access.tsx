import type { Permission } from '@cresyl/contract/api/permissions'
import { Lock } from '../frame/icons.ts'
import { permissionReason } from '../text/permission-reason.ts'
import { EmptyState } from './empty-state.tsx'

interface NoAccessProps {
  title: string
  /** What is kept here. */
  text: string
  permission: Permission
  deed: string
}

/** In place of what one may not see: what it is, and who can grant the right. */
export function NoAccess({ title, text, permission, deed }: NoAccessProps) {
  return (
    <EmptyState icon={Lock} title={title}>
      {text} {permissionReason(permission, deed)}
    </EmptyState>
  )
}
