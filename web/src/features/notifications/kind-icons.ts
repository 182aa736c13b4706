import type { NotificationKind } from '@cresyl/contract/people/notifications'
import type { LucideIcon } from 'lucide-react'
import {
  CircleCheck,
  CircleX,
  Gauge,
  KeyRound,
  LifeBuoy,
  Lock,
  LogOut,
  MessageSquare,
  ScanSearch,
  TriangleAlert,
  UserCog,
  UserPlus,
} from '../../ui/frame/icons.ts'

export const kindIcons: Record<NotificationKind, LucideIcon> = {
  'member.joined': UserPlus,
  'member.role_changed': UserCog,
  'security.password_changed': Lock,
  'security.signed_out_elsewhere': LogOut,
  'security.api_token': KeyRound,
  'job.finished': CircleCheck,
  'job.failed': CircleX,
  'qc.failed': ScanSearch,
  'qc.overridden': ScanSearch,
  'support.answered': LifeBuoy,
  'support.asked': LifeBuoy,
  mention: MessageSquare,
  assignment: UserPlus,
  'storage.nearly_full': TriangleAlert,
  'organization.quota': Gauge,
}
