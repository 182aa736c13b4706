import type { ListedOrganization } from '@cresyl/contract/organizations'
import { useSession } from '../../lib/session/session-context.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'

/** Leaves this organisation for another one; what goes wrong before the page is left is told in a toast. */
export function useEnter() {
  const session = useSession()
  return async ({ id }: ListedOrganization): Promise<void> => {
    try {
      await session.switchOrganization(id)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error')
    }
  }
}
