import { type LiveResource, liveResourceNames } from '@cresyl/contract/events'
import { focusManager, type QueryClient } from '@tanstack/react-query'
import { liveKeys } from './live-keys.ts'
import { isOutdated } from './outdated.ts'
import type { Changes } from './refresh-queue.ts'

/** What someone looks at is asked for again; the rest when they look at it. */
function refetchOf(resource: LiveResource, followed: (resource: LiveResource) => boolean) {
  return followed(resource) && focusManager.isFocused() ? 'active' : 'none'
}

export function refreshChanged(
  client: QueryClient,
  changes: Changes,
  followed: (resource: LiveResource) => boolean,
): Promise<unknown> {
  return Promise.all(
    [...changes].flatMap(([resource, changed]) => {
      const refetchType = refetchOf(resource, followed)
      return [
        client.invalidateQueries({
          queryKey: liveKeys[resource],
          refetchType,
          predicate: ({ state }) => isOutdated(state.data, changed),
        }),
        client.invalidateQueries({ refetchType, predicate: ({ meta }) => meta?.counts === resource }),
      ]
    }),
  )
}

/** Everything may have changed. What is being fetched is left to arrive: it was asked for at the same moment. */
export function refreshAll(
  client: QueryClient,
  followed: (resource: LiveResource) => boolean,
): Promise<unknown> {
  return Promise.all(
    liveResourceNames.map((resource) =>
      client.invalidateQueries(
        { queryKey: liveKeys[resource], refetchType: refetchOf(resource, followed) },
        { cancelRefetch: false },
      ),
    ),
  )
}
