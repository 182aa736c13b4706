import { ApiError } from '@cresyl/contract/api/errors'
import { uploadLimits } from '@cresyl/contract/api/limits'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { createFile as createFileRoute, File } from '@cresyl/contract/files/files'
import { checkName, checkSize, extensionOf } from '@cresyl/contract/files/uploads'
import { and, count, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { files } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { requireQuota } from '../../platform/storage/upload-queries.ts'
import { foldText } from '../../platform/text.ts'
import { requireOwnOrganization } from '../access.ts'
import type { AuditedWork } from '../work.ts'
import { requireBelonging } from './belonging.ts'
import type { Acts } from './file-upload.ts'
import { findFile } from './queries.ts'
import { viewFile } from './view.ts'

type NewFile = RouteRequest<typeof createFileRoute>['body']

/** Announces a file. Its bytes are reserved when the upload begins: here only what can't succeed is refused. */
export async function createFile({ metrics }: Context, acts: Acts, input: NewFile): Promise<File> {
  // A repetition of the request is answered without this being done again.
  let isNew = false
  const file = await acts.write((work) => {
    isNew = true
    return addFile(work, input)
  })
  if (isNew) metrics.uploads.begun()
  return file
}

/** Each is a row that waits for a day: more than anyone sends in one go are announced by a program gone wrong. */
async function requireFewExpected({ tx, member }: AuditedWork): Promise<void> {
  const [row] = await tx
    .select({ expected: count() })
    .from(files)
    .where(
      and(
        eq(files.organizationId, member.organizationId),
        eq(files.state, 'created'),
        eq(files.createdBy, member.userId),
      ),
    )
  const most = uploadLimits.expected
  if ((row?.expected ?? 0) < most) return
  throw new ApiError('too_many', {
    detail: `You have ${most} uploads that are not finished. Wait until some are, or cancel them.`,
  })
}

async function addFile(work: AuditedWork, input: NewFile): Promise<File> {
  const { tx, member, now } = work
  requireOwnOrganization(member, input.organization_id)
  checkNewFile(input)
  await requireFewExpected(work)
  await requireBelonging(tx, input)
  await requireQuota(tx, member.organizationId, input.size)
  const { name, size } = input
  const id = newId()
  await tx.insert(files).values({
    id,
    organizationId: member.organizationId,
    name,
    searchKey: foldText(name),
    mediaType: input.media_type.toLowerCase(),
    size,
    path: `files/${id}/original`,
    projectId: input.project_id ?? null,
    tissueId: input.tissue_id ?? null,
    stainerId: input.stainer_id ?? null,
    createdBy: member.userId,
    createdAt: now,
    updatedAt: now,
  })
  work.record({ id, details: { name, size } })
  return viewFile(await findFile(tx, id))
}

/** Refuses what the browser should have refused, with everything that is wrong in the field it is about. */
function checkNewFile({ name, media_type, size }: NewFile): void {
  const faults = {
    size: checkSize(size),
    name: checkName(name),
    media_type: checkMediaType(name, media_type),
  }
  const found = Object.entries(faults).filter(([, sentences]) => sentences.length > 0)
  const [first] = found.flatMap(([, sentences]) => sentences)
  if (first === undefined) return
  throw new ApiError('invalid_input', { detail: first, fields: Object.fromEntries(found) })
}

function checkMediaType(name: string, mediaType: string): string[] {
  const extension = extensionOf(name)
  // What is wrong with the name is said there.
  if (extension === '' || mediaType.toLowerCase() === extension.toLowerCase()) return []
  return ['Must be the extension of the file name']
}
