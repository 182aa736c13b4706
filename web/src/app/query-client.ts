import type { LiveResource } from '@cresyl/contract/events'
import { queryDefaults } from '@cresyl/contract/limits'
import { messages } from '@cresyl/contract/messages'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '../lib/api/call-error.ts'
import type { Severity } from '../ui/toast/toast-store.ts'

type ShowToast = (message: string, severity: Severity) => void

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Asked for again and again in the background: a try that fails is no news. */
      quiet?: boolean
      /** Shows how many of these there are with each of its own: it is asked again when they change, too. */
      counts?: LiveResource
    }
    mutationMeta: {
      /** Whether the form that started it shows the error beside the field. */
      shownInPlace?: (error: unknown) => boolean
    }
  }
}

export function createQueryClient(showToast: ShowToast): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: queryDefaults.staleTime,
        gcTime: queryDefaults.retention,
        retry: shouldRetry,
        retryDelay,
        // The server may be on this very machine: "offline" says nothing about reaching it.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError(error, query) {
        // Without data the page shows the error in its place; with older data on the screen it would go unseen.
        if (query.state.data !== undefined && !query.meta?.quiet) showToast(sentenceOf(error), 'error')
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (!mutation.meta?.shownInPlace?.(error)) showToast(sentenceOf(error), 'error')
      },
    }),
  })
}

/** `failures` tries have failed before this one. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < queryDefaults.retries && isWorthRetrying(error)
}

/** Milliseconds: doubling from the first delay up to the longest. */
export function retryDelay(failures: number): number {
  return Math.min(queryDefaults.firstRetryDelay * 2 ** failures, queryDefaults.maxRetryDelay)
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : messages.somethingWentWrong
}
