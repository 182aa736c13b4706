import type { Page } from '@cresyl/contract/list'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { ListFrame } from './list-frame.tsx'
import { ListPaging } from './list-paging.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { type UsedListPlace, useExistingPage } from './use-list-place.ts'

export interface ListWords {
  loading: string
  failedTitle: string
  /** "3 members". */
  found: (count: number) => string
}

interface PagedListProps<Item> {
  query: {
    data: Page<Item> | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  used: UsedListPlace
  words: ListWords
  /** Shown in place of the rows where there are none. */
  empty: ReactNode
  children: (items: readonly Item[], busy: boolean) => ReactNode
}

/** One page of a list of the server with all it can be: loading, failed, empty, or rows with pages below. */
export function PagedList<Item>({ query, used, words, empty, children }: PagedListProps<Item>) {
  const { data, error, isPlaceholderData, refetch } = query
  useExistingPage(isPlaceholderData ? undefined : data?.count, used)
  if (!data) {
    if (!error) return <ListSkeleton label={words.loading} />
    return <ErrorState title={words.failedTitle} message={error.message} onRetry={refetch} />
  }
  const { results } = data
  return (
    <>
      {results.length === 0 ? empty : <ListFrame>{children(results, isPlaceholderData)}</ListFrame>}
      <ListPaging
        count={data.count}
        shown={results.length}
        page={used.place.page}
        found={words.found}
        onPage={(page) => used.change({ page })}
      />
    </>
  )
}
