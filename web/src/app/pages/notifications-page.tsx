import { useLocation } from 'react-router'
import { NotificationsPage as Notifications } from '../../features/notifications/notifications-page.tsx'
import { profileHash } from '../profile-address.ts'

export function NotificationsPage() {
  const { search } = useLocation()
  return <Notifications preferences={{ search, hash: profileHash('notifications') }} />
}
