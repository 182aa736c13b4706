import type { RouteInput } from '@cresyl/contract/api/route'
import { changePassword, endSessions, type Profile, updateProfile } from '@cresyl/contract/people/profiles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call-error.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { profileKeys } from './queries.ts'

type ProfileEdit = NonNullable<RouteInput<typeof updateProfile>['body']>

/** Choices that stand for themselves: the last one made wins, and none can be lost by another. */
export type Choice = Partial<Pick<Profile, 'theme' | 'locale' | 'notifications' | 'digest' | 'welcomed'>>

const choosing = ['profile', 'choose'] as const

/** Shown at once; taken back, with the reason as a toast, if the server refuses. */
export function useChooseInProfile() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationKey: choosing,
    // One after the other, so that the last choice is the last to arrive.
    scope: { id: choosing.join() },
    mutationFn: (choice: Choice) => call(updateProfile, { body: choice }),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey: profileKeys.own })
      const before = client.getQueryData<Profile>(profileKeys.own)
      if (before) client.setQueryData(profileKeys.own, withChoice(before, choice))
      return before
    },
    onError: (_error, _choice, before) => {
      if (before) client.setQueryData(profileKeys.own, before)
      return client.invalidateQueries({ queryKey: profileKeys.own })
    },
    onSuccess: (stored) => {
      // With another choice on its way, this answer is already old.
      if (client.isMutating({ mutationKey: choosing }) === 1) client.setQueryData(profileKeys.own, stored)
    },
  })
}

function withChoice(profile: Profile, choice: Choice): Profile {
  return { ...profile, ...choice, notifications: { ...profile.notifications, ...choice.notifications } }
}

/** Name and picture, which a person edits for a while before saving. */
export function usePersonUpdate() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ base, changes }: { base: Profile; changes: Pick<ProfileEdit, 'name' | 'picture'> }) =>
      call(updateProfile, { body: { ...changes, version: base.version } }),
    onSuccess: (stored: Profile) => client.setQueryData(profileKeys.own, stored),
  }
}

export function usePasswordChange() {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ values: { current, next } }: { values: { current: string; next: string } }) =>
      call(changePassword, { body: { current, new: next } }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.sessions }),
  }
}

/** What the server says about a field of the password form. */
export function passwordErrors(error: unknown): { current?: string; next?: string } {
  if (!(error instanceof CallError)) return {}
  if (error.code === 'wrong_password') return { current: error.message }
  const next = error.fields.new?.[0]
  return next === undefined ? {} : { next }
}

/** One session, or with none named all but this one. */
export function useEndSessions() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) => call(endSessions, { body: id === undefined ? {} : { session_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: profileKeys.sessions }),
  })
}
