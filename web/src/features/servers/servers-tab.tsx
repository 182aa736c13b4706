import { listServers, type Server } from '@cresyl/contract/operations/servers'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf } from '../../lib/api/paging.ts'
import { useLive } from '../../lib/live/live-context.tsx'
import { liveKeys } from '../../lib/live/live-keys.ts'
import { useApi, usePermission } from '../../lib/session/session-context.tsx'
import { searchedList, useListAddress } from '../../ui/address/use-address.ts'
import { RefreshCw, Server as ServerIcon } from '../../ui/frame/icons.ts'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { ServerList } from './server-list.tsx'
import { words } from './words.ts'

const permission = 'update:organization_settings'

/** The machines that do the work. */
export function ServersTab() {
  const mayRead = usePermission(permission)
  if (mayRead) return <Servers />
  return <NoAccess {...words.noAccess} permission={permission} deed={words.deed} />
}

function Servers() {
  const used = useListAddress(searchedList)
  const query = useServers(used.filter.page)
  return (
    <section aria-label={words.label}>
      {query.data?.count !== 0 && (
        <Typography color="textSecondary" sx={{ mb: 4 }}>
          {words.context}
        </Typography>
      )}
      <PagedList<Server>
        query={query}
        page={used.filter.page}
        turnTo={used.turnTo}
        words={words}
        empty={
          <EmptyState
            icon={ServerIcon}
            title={words.empty.title}
            action={
              <Button
                variant="outlined"
                startIcon={<RefreshCw size={16} aria-hidden />}
                loading={query.isFetching}
                onClick={() => query.refetch()}
              >
                {words.empty.action}
              </Button>
            }
          >
            {words.empty.text}
          </EmptyState>
        }
      >
        {(servers) => <ServerList servers={servers} />}
      </PagedList>
    </section>
  )
}

function useServers(page: number) {
  useLive('servers')
  const { call } = useApi()
  return useQuery({
    queryKey: [...liveKeys.servers, page],
    queryFn: ({ signal }) => call(listServers, { query: pageOf(page) }, { signal }),
    placeholderData: keepPreviousData,
    // They come and go by themselves, and when each was last seen is not announced.
    staleTime: 0,
    refetchInterval: 30_000,
  })
}
