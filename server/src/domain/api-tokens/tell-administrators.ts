import { isolate } from '@cresyl/contract/isolate'
import { notify } from '../notifications/notify.ts'
import { findPerson } from '../users/queries.ts'
import type { AuditedWork } from '../work.ts'

/** The others, that is. */
export async function tellAdministrators(
  { tx, member, now }: AuditedWork,
  sentence: (person: string) => string,
): Promise<void> {
  const { name } = await findPerson(tx, member.userId)
  await notify(tx, {
    organizationId: member.organizationId,
    kind: 'security.api_token',
    text: sentence(isolate(name)),
    link: '/manage-org?tab=tokens',
    to: { permission: 'update:organization_settings' },
    except: member.userId,
    now,
  })
}
