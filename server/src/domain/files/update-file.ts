import { ApiError } from '@cresyl/contract/api/errors'
import { messages } from '@cresyl/contract/api/messages'
import type { RouteRequest } from '@cresyl/contract/api/route'
import type { File, FileState, updateFile as updateFileRoute } from '@cresyl/contract/files/files'
import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { files } from '../../platform/db/schema/index.ts'
import type { UploadEnd } from '../../platform/metrics/upload-metrics.ts'
import type { UploadReference } from '../../platform/storage/storage.ts'
import { requireOwnOrganization } from '../access.ts'
import { changesBetween } from '../changes.ts'
import { refuseStale } from '../resource.ts'
import type { AuditedWork } from '../work.ts'
import { requireBelonging } from './belonging.ts'
import { refuseAssembled, refuseState, requireExpected, requireOwnUpload } from './file-state.ts'
import { type Acts, closeOpenUpload, freeUpload, isAssembled, referenceOf, uploadOf } from './file-upload.ts'
import { findFile, lockFile } from './queries.ts'
import { storeFile } from './store-file.ts'
import { type FileDetails, type FileRow, viewFile } from './view.ts'

export type FileEdit = RouteRequest<typeof updateFileRoute>['body']

interface Edited {
  file: File
  /** Closed with the change; its bytes are still to be removed. */
  givenUp: UploadReference | null
  /** How the upload ended with the change; null: it didn't. */
  ended: UploadEnd | null
}

/** Says how an upload ended, or where the slide will belong. The state it has already changes nothing. */
export async function updateFile(context: Context, acts: Acts, id: string, edit: FileEdit): Promise<File> {
  const { file, givenUp, ended } = await acts.write((work) => editFile(work, id, edit))
  if (ended) context.metrics.uploads.ended(ended, file)
  if (givenUp) await freeUpload(context, givenUp)
  return file
}

async function editFile(work: AuditedWork, id: string, edit: FileEdit): Promise<Edited> {
  const { tx, member, now } = work
  requireOwnOrganization(member, edit.organization_id)
  requireReasonOfState(edit)
  const found = await lockFile(tx, id)
  const current = found.file
  await refuseStale(edit, current, () => viewFile(found))
  const belonging = await changedBelonging(work, found, edit)
  const ending = edit.state === current.state ? undefined : edit.state
  if (ending) requireOwnUpload(member, current)
  const changes = changesBetween(current, { ...belonging, ...(ending && { state: ending }) })
  if (Object.keys(changes).length === 0) return { file: viewFile(found), givenUp: null, ended: null }

  const version = current.version + 1
  await tx
    .update(files)
    .set({ ...belonging, updatedAt: now, version })
    .where(eq(files.id, id))
  const givenUp = ending ? await endUpload(work, current, ending, edit.state_message) : null
  work.record({ id, details: { changes } })
  const file = viewFile(await findFile(tx, id))
  return { file, givenUp, ended: ending ? endOf(file) : null }
}

/** A page that was reloaded or cut off says so itself when it is back: that is no failure of the upload. */
function endOf({ state, state_message }: File): UploadEnd | null {
  if (state === 'created') return null
  return state === 'failed' && state_message === messages.upload.interrupted ? 'interrupted' : state
}

function requireReasonOfState({ state, state_message }: FileEdit): void {
  if (state_message === undefined || state !== undefined) return
  const fault = 'Must be sent together with the state'
  throw new ApiError('invalid_input', {
    detail: `state_message: ${fault}.`,
    fields: { state_message: [fault] },
  })
}

async function changedBelonging({ tx }: AuditedWork, { file, slideId }: FileDetails, edit: FileEdit) {
  const asked = {
    project_id: differing(edit.project_id, file.projectId),
    tissue_id: differing(edit.tissue_id, file.tissueId),
    stainer_id: differing(edit.stainer_id, file.stainerId),
  }
  if (Object.values(asked).every((each) => each === undefined)) return {}
  if (slideId !== null) refuseState('This file already has a slide. Change the slide instead.')
  await requireBelonging(tx, asked)
  const { project_id = file.projectId, tissue_id = file.tissueId, stainer_id = file.stainerId } = asked
  return { projectId: project_id, tissueId: tissue_id, stainerId: stainer_id }
}

function differing<Value>(asked: Value | undefined, current: Value): Value | undefined {
  return asked === current ? undefined : asked
}

/** The only ways on: an expected file is stored once it is assembled, and fails or is given up before. */
async function endUpload(
  { tx, member, now, trace }: AuditedWork,
  file: FileRow,
  ending: FileState,
  message: string | undefined,
): Promise<UploadReference | null> {
  requireExpected(file)
  if (ending === 'stored') {
    const upload = await uploadOf(tx, file)
    if (upload?.state !== 'complete') {
      refuseState('The parts of this file are not assembled yet: complete its upload first.')
    }
    await storeFile(tx, file, upload.hash, { now, userId: member.userId, trace })
    return null
  }
  const upload = await closeOpenUpload(tx, file)
  if (upload && isAssembled(upload)) refuseAssembled()
  const stateMessage = message || usualMessages[ending === 'aborted' ? 'aborted' : 'failed']
  await tx.update(files).set({ state: ending, stateMessage }).where(eq(files.id, file.id))
  return upload?.state === 'open' ? referenceOf(upload) : null
}

const usualMessages = { failed: messages.upload.failed, aborted: messages.upload.cancelledState }
