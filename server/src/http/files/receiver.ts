import { ApiError } from '@cresyl/contract/api/errors'
import { type Permission, permissionsOf } from '@cresyl/contract/api/permissions'
import { fileDownloadUrl } from '@cresyl/contract/files/files'
import { inferenceDownloadUrl } from '@cresyl/contract/predictors/inference-outputs'
import { exportDownloadUrl } from '@cresyl/contract/slides/exports'
import { findExport } from '../../domain/exports/queries.ts'
import { downloadableObject } from '../../domain/files/downloadable-object.ts'
import { findImageDownload } from '../../domain/result-files/download-image.ts'
import type { Member, Work } from '../../domain/work.ts'
import { findActiveMember } from '../../identity/queries.ts'
import type { Context } from '../../platform/context.ts'

/** What an object was handed out as; `part` says what of it. */
export interface HandedOut {
  as: keyof typeof kinds
  id: string
  part?: string
}

interface Kind {
  access: Permission
  /** Fails where it would not be handed out any more. */
  find(work: Work, id: string, part: string): Promise<unknown>
}

const kinds = {
  file: {
    access: fileDownloadUrl.access,
    find: async (work, id, part) => {
      const object = await downloadableObject(work, id)
      if (object?.deidentified !== (part === 'copy')) throw new ApiError('signed_url_expired')
    },
  },
  export: { access: exportDownloadUrl.access, find: findExport },
  result: { access: inferenceDownloadUrl.access, find: findImageDownload },
} as const satisfies Record<string, Kind>

/** What is signed with an address that is given to someone. */
export const signedFor = ({ organizationId, userId }: Pick<Member, 'organizationId' | 'userId'>) => ({
  organization: organizationId,
  person: userId,
})

export const signedAs = ({ as, id, part = '' }: HandedOut) => ({ as, id, part })

/** Whom an address was given to; refused where that person is disabled or has lost the right to what it serves. */
export async function requireReceiver(
  { database }: Context,
  parameters: URLSearchParams,
  access: Permission,
): Promise<Member> {
  const organizationId = parameters.get('organization') ?? ''
  const userId = parameters.get('person') ?? ''
  const active = await database.asSystem((tx) => findActiveMember(tx, userId, organizationId))
  const permissions = new Set(active && permissionsOf(active.role))
  if (!active || !permissions.has(access)) throw new ApiError('signed_url_expired')
  return { organizationId, userId, permissions, superadmin: active.superadmin, acting: active.acting }
}

/** Refuses an object that wouldn't be handed out any more: the person may not have it, or its slide was deleted. */
export async function requireHandedOut(context: Context, parameters: URLSearchParams): Promise<void> {
  const kind = Object.entries<Kind>(kinds).find(([name]) => name === parameters.get('as'))?.[1]
  // Signed for nobody in particular.
  if (kind === undefined) return
  const member = await requireReceiver(context, parameters, kind.access)
  const { organizationId } = member
  const [id, part] = [parameters.get('id') ?? '', parameters.get('part') ?? '']
  // Only in a transaction that is shown what was deleted can be told that a file's slide was.
  const scope = { organizationId, showDeleted: parameters.get('as') === 'file' }
  await context.database.asMember(scope, (tx) =>
    kind.find({ tx, member, now: context.clock.now() }, id, part),
  )
}
