import {
  createAnnotationComment,
  listAnnotationComments,
  listAnnotationHistory,
} from '@cresyl/contract/annotations/annotation-details'
import { summariseAnnotations, viewAnnotations } from '@cresyl/contract/annotations/annotation-views'
import { listAnnotations, undoCreation } from '@cresyl/contract/annotations/annotations'
import { listLimits } from '@cresyl/contract/api/limits'
import {
  type AnnotationClass,
  listOrganizationSettings,
  type OrganizationSettings,
} from '@cresyl/contract/people/organizations'
import { readProfile } from '@cresyl/contract/people/profiles'
import { listUsers } from '@cresyl/contract/people/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { withDigits } from '../../../engine/annotations/content/class-keys.ts'
import type { Creation } from '../../../engine/annotations/document/history.ts'
import type { AskedPart } from '../../../engine/annotations/drawing/annotation-source.ts'
import type { Api } from '../../../lib/api/api.ts'
import { pageOf, resultsOf } from '../../../lib/api/paging.ts'
import { useLive, useLiveChanges } from '../../../lib/live/live-context.tsx'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { currentOrganizationQuery } from '../../../lib/organization/current-organization.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { type ListFilter, serverFilter } from './listed-shapes.ts'

export const fetchPart =
  ({ call }: Api, imageId: string) =>
  ({ minX, minY, maxX, maxY, least }: AskedPart, signal: AbortSignal) =>
    call(
      viewAnnotations,
      { query: { image_id: imageId, min_x: minX, min_y: minY, max_x: maxX, max_y: maxY, least } },
      { signal },
    )

/** Those of an image that are there, of the ones named: nothing is said of others. */
export const fetchNamed = async ({ call }: Api, imageId: string, ids: readonly string[]) =>
  resultsOf(await call(listAnnotations, { query: { image_id: [imageId], id: [...ids], limit: ids.length } }))

/** Takes back what one import made, or brings it back. */
export const undoCreationOf =
  ({ call }: Api, imageId: string) =>
  async ({ createdAt, undoneAt }: Creation) => {
    const body = {
      image_id: imageId,
      created_at: createdAt,
      ...(undoneAt !== undefined && { undone_at: undoneAt }),
    }
    const { changed, left, changed_at } = await call(undoCreation, { body })
    return { changed, left, changedAt: changed_at }
  }

/** How many there are of each class, where more are on the image than its page has loaded. */
export function useAnnotationCounts(imageId: string, isAsked: boolean) {
  const { call } = useApi()
  useLive('annotations', 'unhurried')
  const query = { image_id: [imageId] }
  return useQuery({
    queryKey: [...liveKeys.annotations, 'counts', imageId],
    enabled: isAsked,
    queryFn: ({ signal }) => call(summariseAnnotations, { query }, { signal }),
    meta: { quiet: true },
  })
}

/** Those of the whole image that fit, newest first, and how many there are. */
export function useFoundAnnotations(imageId: string, filter: ListFilter, isAsked: boolean) {
  const { call } = useApi()
  const query = { image_id: [imageId], ...serverFilter(filter), limit: listedAtMost }
  return useQuery({
    queryKey: [...liveKeys.annotations, 'found', query],
    enabled: isAsked,
    queryFn: ({ signal }) => call(listAnnotations, { query }, { signal }),
    // While one types; those of another image are none of this one.
    placeholderData: (before) => (before?.results[0]?.image_id === imageId ? before : undefined),
    meta: { quiet: true },
  })
}

/** Rows that are asked for, corners and all: more than anybody looks through. */
const listedAtMost = 100

const noClasses: readonly AnnotationClass[] = []

/** The classes of the organisation, with the digits that choose them. */
export function useAnnotationClasses(): readonly AnnotationClass[] {
  useLive('organization_settings')
  const api = useApi()
  const { data: organization } = useQuery(currentOrganizationQuery(api))
  const { page, limit } = listLimits.settings
  const { data } = useQuery({
    queryKey: [...liveKeys.organization_settings, organization?.id],
    enabled: organization != null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<OrganizationSettings | null> => {
      const query = { ...pageOf(page, limit), organization_id: organization?.id ?? '' }
      const records = resultsOf(await api.call(listOrganizationSettings, { query }, { signal }))
      return records.find((record) => record.organization_id === organization?.id) ?? null
    },
  })
  return useMemo(() => withDigits(data?.annotation_classes ?? noClasses), [data])
}

/** Who draws here, as others see them. */
export function useMe(): { id: string; name: string } | undefined {
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys.users, 'me'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(readProfile, {}, { signal }),
  })
  return data
}

const nobody: readonly { id: string; name: string }[] = []

/** Everybody who can be given something to look at, by name. */
export function usePeople(): readonly { id: string; name: string }[] {
  const { call } = useApi()
  useLive('users', 'unhurried')
  const { data } = useQuery({
    queryKey: [...liveKeys.users, 'names'],
    queryFn: ({ signal }) => call(listUsers, { query: { limit: -1 } }, { signal }),
  })
  return useMemo(() => data?.results.filter(({ state }) => state !== 'disabled') ?? nobody, [data])
}

export function useAnnotationHistory(id: string, version: number, isAsked: boolean) {
  const { call } = useApi()
  return useQuery({
    queryKey: ['annotation-history', id, version],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      call(listAnnotationHistory, { params: { id }, query: { limit: 50 } }, { signal }),
  })
}

const commentsKey = (id: string) => ['annotation-comments', id] as const

/** A comment changes an annotation without another version; of one that was deleted nothing is asked any more. */
export function useAnnotationComments(id: string) {
  const { call } = useApi()
  const client = useQueryClient()
  useLiveChanges('annotations', (change) => {
    const isMissed = change?.id === undefined
    if (isMissed || (change.id === id && change.version === undefined))
      void client.invalidateQueries({ queryKey: commentsKey(id) }, { cancelRefetch: false })
  })
  return useQuery({
    queryKey: commentsKey(id),
    queryFn: ({ signal }) =>
      call(listAnnotationComments, { params: { id }, query: { limit: 200 } }, { signal }),
  })
}

export function useAddComment(id: string) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      call(
        createAnnotationComment,
        { params: { id }, body: { text } },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: commentsKey(id) }),
  })
}
