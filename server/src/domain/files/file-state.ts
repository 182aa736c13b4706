import { ApiError } from '@cresyl/contract/errors'
import type { FileState } from '@cresyl/contract/files'
import { mayDo } from '../access.ts'
import type { Member } from '../work.ts'
import type { FileRow } from './view.ts'

const ended: Record<Exclude<FileState, 'created'>, string> = {
  stored: 'This file is stored, and that is final.',
  failed: 'The upload of this file has failed. Send the file again as a new one.',
  aborted: 'The upload of this file was given up. Send the file again as a new one.',
}

export function refuseState(detail: string): never {
  throw new ApiError('file_state', { detail })
}

/** The upload of another is theirs to end, or that of those who look after projects. */
export function requireOwnUpload(member: Member, { createdBy }: FileRow): void {
  if (createdBy === member.userId || mayDo(member, 'update:projects')) return
  throw new ApiError('forbidden', {
    detail: 'You can only end uploads that you began yourself. Ask the person who began it, or a manager.',
  })
}

/** Nothing but a file that is still expected can be sent or ended. */
export function requireExpected({ state }: FileRow): void {
  if (state !== 'created') refuseState(ended[state])
}

export function requireStored({ state }: FileRow): void {
  if (state === 'stored') return
  refuseState(
    state === 'created' ? 'This file has not been stored yet: its upload is not complete.' : ended[state],
  )
}

export function refuseAssembled(): never {
  refuseState('All parts of this file have arrived and are assembled: complete its upload.')
}
