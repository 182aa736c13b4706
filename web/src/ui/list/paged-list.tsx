import type { Page } from '@cresyl/contract/api/list'
import { Fragment, type ReactNode, useEffect } from 'react'
import type { TurnTo } from '../address/use-address.ts'
import { ErrorState } from '../state/error-state.tsx'
import { ListFrame } from './list-frame.tsx'
import { ListPaging, pageCount } from './list-paging.tsx'
import { ListSkeleton, type RowShape } from './list-skeleton.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export interface ListWords {
  loading: string
  failedTitle: string
  /** "3 members". */
  found: (count: number) => string
  /** What the way through the pages is called, where there are several lists. */
  pages?: string
}

interface PagedListProps<Item> {
  query: {
    data: Page<Item> | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  page: number
  turnTo: TurnTo
  words: ListWords
  /** What the rows will look like, while they are loading. */
  shape?: Partial<RowShape>
  /** In place of rows of that shape, while they are loading. */
  skeleton?: ReactNode
  /** Shown in place of the rows where there are none. */
  empty: ReactNode
  /** What they lie in; none for cards that have a surface of their own each. */
  frame?: 'surface' | 'none'
  children: (items: readonly Item[], busy: boolean) => ReactNode
}

/** One page of a list of the server with all it can be: loading, failed, empty, or rows with pages below. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, page, turnTo, words, shape, skeleton, empty, frame = 'surface', children } = props
  const { data, error, isPlaceholderData, refetch } = query
  const focus = useKeptFocus()
  useExistingPage(isPlaceholderData ? undefined : data?.count, page, turnTo)
  if (!data) {
    if (!error) return skeleton ?? <ListSkeleton label={words.loading} {...(shape && { shape })} />
    return <ErrorState title={words.failedTitle} message={error.message} onRetry={refetch} />
  }
  const { results } = data
  const Frame = frame === 'surface' ? ListFrame : Fragment
  return (
    <div {...focus}>
      {results.length === 0 ? empty : <Frame>{children(results, isPlaceholderData)}</Frame>}
      <ListPaging
        count={data.count}
        shown={results.length}
        page={page}
        found={words.found}
        {...(words.pages !== undefined && { label: words.pages })}
        onPage={turnTo}
      />
    </div>
  )
}

/** Rows may have gone since the address was written: the last page there is stands in for one beyond it. */
function useExistingPage(count: number | undefined, page: number, turnTo: TurnTo) {
  useEffect(() => {
    if (count === undefined) return
    const last = pageCount(count) - 1
    if (page > last) turnTo(last, { replace: true })
  }, [count, page, turnTo])
}
