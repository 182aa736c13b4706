import { notificationKindKeys, notificationKinds } from '@cresyl/contract/people/notifications'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { Link as RouterLink, type To } from 'react-router'
import { useListAddress } from '../../ui/address/use-address.ts'
import { Bell, CheckCheck } from '../../ui/frame/icons.ts'
import { Page } from '../../ui/frame/page.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { CardList } from '../../ui/list/list-frame.tsx'
import { ListToolbar } from '../../ui/list/list-toolbar.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { type NotificationFilter, notificationList } from './filter.ts'
import { useReadAllNotifications } from './mutations.ts'
import { NotificationRow } from './notification-row.tsx'
import { useNotifications } from './queries.ts'
import { words } from './words.ts'

/** `preferences` leads to where one chooses what one is told about. */
export function NotificationsPage({ preferences }: { preferences: To }) {
  const { filter, change, turnTo } = useListAddress(notificationList)
  const query = useNotifications(filter)
  const unread = query.data?.unread
  const preferencesLink = (
    <Link component={RouterLink} to={preferences} preventScrollReset underline="always">
      {words.preferences}
    </Link>
  )
  return (
    <Page
      title={words.title}
      context={
        <>
          {words.context} · {preferencesLink}
        </>
      }
      action={<ReadAllButton unread={unread} />}
    >
      <ListToolbar>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={filter.unread ? 'unread' : 'all'}
          onChange={(_, show: string | null) => show && change({ unread: show === 'unread' })}
          aria-label={words.filter.which}
        >
          <ToggleButton value="all">{words.filter.all}</ToggleButton>
          <ToggleButton value="unread">{words.filter.unreadCount(unread ?? 0)}</ToggleButton>
        </ToggleButtonGroup>
        <FilterSelect
          label={words.filter.kind}
          value={filter.kind}
          options={notificationKindKeys.map((kind) => ({
            value: kind,
            label: notificationKinds[kind].label,
          }))}
          onChange={(kind) => change({ kind })}
        />
      </ListToolbar>
      <PagedList
        query={query}
        page={filter.page}
        turnTo={turnTo}
        words={words.list}
        empty={<NothingNew filter={filter} onShowAll={() => change(notificationList.unfiltered)} />}
      >
        {(notifications, busy) => (
          <CardList label={words.list.label} busy={busy}>
            {notifications.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} />
            ))}
          </CardList>
        )}
      </PagedList>
    </Page>
  )
}

/** Undefined: not known yet. */
function ReadAllButton({ unread }: { unread: number | undefined }) {
  const readAll = useReadAllNotifications()
  return (
    <GatedButton
      variant="outlined"
      startIcon={<CheckCheck size={18} aria-hidden />}
      loading={readAll.isPending}
      reason={unread ? undefined : words.nothingUnread}
      onClick={() =>
        readAll.mutate(undefined, { onSuccess: ({ read }) => void showToast(words.markedAll(read)) })
      }
      sx={{ width: { xs: '100%', sm: 'auto' } }}
    >
      {words.markAll}
    </GatedButton>
  )
}

interface NothingNewProps {
  filter: NotificationFilter
  onShowAll: () => void
}

function NothingNew({ filter, onShowAll }: NothingNewProps) {
  const filtered = filter.unread || filter.kind !== ''
  const { title, text } = words.empty[filter.kind !== '' ? 'kind' : filter.unread ? 'unread' : 'all']
  return (
    <EmptyState
      icon={Bell}
      title={title}
      action={
        filtered && (
          <Button variant="outlined" onClick={onShowAll}>
            {words.empty.showAll}
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
