import { listLimits } from '@cresyl/contract/api/limits'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fieldErrors, hasCode } from '../../lib/api/field-errors.ts'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import type { SearchedList } from '../../ui/address/use-address.ts'
import type { Term, Values, Vocabulary } from './vocabulary.ts'

const countsSlides = { counts: 'slides' } as const

export function useTerms(vocabulary: Vocabulary, { search, page }: SearchedList) {
  useLive(vocabulary.key)
  useLive('slides', 'unhurried')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys[vocabulary.key], 'list', search, page],
    queryFn: ({ signal }) => vocabulary.list(call, { ...pageOf(page), search: search || null }, signal),
    meta: countsSlides,
    // The rows before stay until the new ones are there: nothing jumps.
    placeholderData: keepPreviousData,
  })
}

/** All of them, to suggest from while someone types. */
export function useAllTerms(vocabulary: Vocabulary): readonly Term[] {
  useLive(vocabulary.key)
  useLive('slides', 'unhurried')
  const { call } = useApi()
  const { data } = useQuery({
    queryKey: [...liveKeys[vocabulary.key], 'all'],
    queryFn: ({ signal }) => vocabulary.list(call, { ...pageOf(0, listLimits.all), search: null }, signal),
    meta: countsSlides,
  })
  return data?.results ?? []
}

/** How many slides have it, as long as the page with it is open. */
export function useUses(vocabulary: Vocabulary, term: Term): number {
  return useAllTerms(vocabulary).find(({ id }) => id === term.id)?.uses ?? term.uses
}

export function useTermSaving(vocabulary: Vocabulary) {
  const { call } = useApi()
  const client = useQueryClient()
  return {
    mutationFn: ({ base, values }: { base: Term | null; values: Values }) =>
      base ? vocabulary.update(call, base, values) : vocabulary.create(call, values),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys[vocabulary.key] }),
  }
}

/** A name that is taken is said beside the first field: there is no field for the whole. */
export function termErrors({ fields }: Vocabulary, error: unknown): Values {
  const keys = fields.map(({ key }) => key)
  const errors: Record<string, string | undefined> = fieldErrors(error, keys)
  const [first] = keys
  if (first && hasCode(error, 'name_taken')) errors[first] ??= error.message
  return errors as Values
}

export function useMergeTerm(vocabulary: Vocabulary) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ term, into }: { term: Term; into: Term }) => vocabulary.merge(call, term, into),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys[vocabulary.key] }),
  })
}

export function useDeleteTerm(vocabulary: Vocabulary) {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (term: Term) => vocabulary.remove(call, term),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys[vocabulary.key] }),
  })
}
