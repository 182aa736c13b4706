import { type JobKind, jobDefinitions } from '@cresyl/contract/job-kinds'
import type { Access } from '@cresyl/contract/route'
import { useSession, useSessionState } from '../../lib/session/session-context.tsx'
import { permissionReason } from '../../ui/permission-reason.ts'
import { words } from './words.ts'

/** Why someone may not start, cancel or retry jobs of a kind; undefined where they may. */
export function useStartReason(): (kind: JobKind, deed: string) => string | undefined {
  const session = useSession()
  const state = useSessionState()
  const superadmin = state.status === 'signed-in' && state.superadmin
  const reasonFor = (access: Access, deed: string) => {
    if (access === 'member') return undefined
    if (access === 'superadmin') return superadmin ? undefined : words.superadminOnly(deed)
    return session.can(access) ? undefined : permissionReason(access, deed)
  }
  return (kind, deed) => reasonFor(jobDefinitions[kind].start, deed)
}
