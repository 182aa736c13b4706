import type { RoleKey } from '@cresyl/contract/api/permissions'
import type { RouteInput } from '@cresyl/contract/api/route'
import {
  createInvitation,
  offerPasswordReset,
  renewInvitation,
  revokeInvitation,
  type User,
  updateUser,
} from '@cresyl/contract/people/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call-error.ts'
import { fieldErrors, hasCode } from '../../lib/api/field-errors.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { memberKeys } from './queries.ts'

export interface InvitationDraft {
  email: string
  name: string
  role: RoleKey
}
type MemberChange = Omit<NonNullable<RouteInput<typeof updateUser>['body']>, 'version'>

/** Where a dialog asked first, it shows why the server refused. */
export function useUpdateMember({ shownInPlace = false } = {}) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ member: { id, version }, change }: { member: User; change: MemberChange }) =>
      call(updateUser, { params: { id }, body: { ...change, ...(version !== null && { version }) } }),
    meta: { shownInPlace: () => shownInPlace },
    // Also where it was refused because the member is another by now: show what they are.
    onSettled: () => client.invalidateQueries({ queryKey: memberKeys.lists }),
  })
}

export function useOfferPasswordReset() {
  const { call } = useApi()
  return useMutation({
    mutationFn: ({ id }: User) => call(offerPasswordReset, { params: { id } }),
    meta: { shownInPlace: () => true },
  })
}

export function useInvitationCreation() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ values }: { values: InvitationDraft }) => call(createInvitation, { body: values }),
    onSuccess: () => client.invalidateQueries({ queryKey: memberKeys.invitations }),
  }
}

export function invitationErrors(error: unknown): { email?: string; name?: string; role?: string } {
  const errors = fieldErrors(error, ['email', 'name', 'role'])
  return hasCode(error, 'already_member') ? { email: error.message, ...errors } : errors
}

export function useRenewInvitation() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(renewInvitation, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: memberKeys.invitations }),
  })
}

export function useRevokeInvitation() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: memberKeys.invitations }),
  })
}

export function sentenceOf(error: Error | null): string | undefined {
  return error instanceof CallError ? error.message : undefined
}
