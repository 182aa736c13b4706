import { queryDefaults } from '@cresyl/contract/api/limits'
import { messages } from '@cresyl/contract/api/messages'
import type { LiveResource } from '@cresyl/contract/events'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError, isWorthRetrying } from '../lib/api/call-error.ts'
import { hasCode } from '../lib/api/field-errors.ts'
import { help } from '../ui/help/help-store.ts'
import type { Severity, ToastAction } from '../ui/toast/toast-store.ts'
import { words } from './words.ts'

type ShowToast = (message: string, severity: Severity, ...action: [ToastAction?]) => void

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
  // Announced by a timer, as is the default, "pending" would come after the second click of a double click.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: queryDefaults.staleTime,
        gcTime: queryDefaults.retention,
        retry: (failures, error) => shouldRetry(failures, error, navigator.onLine),
        retryDelay,
        // The server may be on this very machine: "offline" says nothing about reaching it.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError(error, query) {
        help.noteFailure(error)
        // Without data the page shows the error in its place; with older data on the screen it would go unseen.
        if (query.state.data !== undefined && !query.meta?.quiet) showError(showToast, error)
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        help.noteFailure(error)
        if (!mutation.meta?.shownInPlace?.(error)) showError(showToast, error)
      },
    }),
  })
}

/** What the server itself could not do is worth reporting; what it refused, it has explained. */
function showError(showToast: ShowToast, error: unknown): void {
  const sentence = sentenceOf(error)
  if (!hasCode(error, 'internal') || !help.isAttended()) {
    showToast(sentence, 'error')
    return
  }
  const { request } = error
  showToast(sentence, 'error', {
    label: words.support.help,
    run: () => help.ask({ subject: sentence, ...(request !== undefined && { request }) }),
  })
}

/**
 * `failures` tries have failed before this one. What nobody answered is not tried again while there is no network: it is
 * asked for once that is back.
 */
export function shouldRetry(failures: number, error: unknown, isOnline: boolean): boolean {
  if (!isOnline && error instanceof CallError && error.status === 0) return false
  return failures < queryDefaults.retries && isWorthRetrying(error)
}

/** Milliseconds: doubling from the first delay up to the longest. */
export function retryDelay(failures: number): number {
  return Math.min(queryDefaults.firstRetryDelay * 2 ** failures, queryDefaults.maxRetryDelay)
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : messages.somethingWentWrong
}
