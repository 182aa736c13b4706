import { ticketsHash } from '@cresyl/contract/operations/ticket-links'
import { useLocation } from 'react-router'
import { jobsHash } from '../../features/jobs/job-address.ts'
import { usePermission, useSession } from '../../lib/session/session-context.tsx'
import {
  Activity,
  Bell,
  Building2,
  CircleUser,
  Droplets,
  FileChartColumn,
  FolderPlus,
  Images,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  MessageSquare,
  Microscope,
  Monitor,
  Moon,
  ScanSearch,
  Sun,
  Upload,
  Users,
  Waypoints,
} from '../../ui/frame/icons.ts'
import type { PaletteAction } from '../../ui/frame/palette-actions.ts'
import { help } from '../../ui/help/help-store.ts'
import { allProjects, paths } from '../paths.ts'
import { profileHash } from '../profile-address.ts'
import { useThemeChoice } from '../theme-choice.ts'
import { useDeparture } from '../uploads/departure.tsx'
import { words } from '../words.ts'

const { actions: own } = words.search

const manage = (tab: string) => ({ pathname: paths.manageOrganization, search: `?tab=${tab}` })

const places: readonly PaletteAction[] = [
  {
    key: 'dashboard',
    label: own.dashboard,
    icon: LayoutDashboard,
    to: paths.dashboard,
    keywords: own.also.dashboard,
  },
  { key: 'all-slides', label: own.allSlides, icon: Images, to: `/project/${allProjects}` },
  { key: 'unsorted', label: own.unsorted, icon: Inbox, to: '/project/unsorted' },
  {
    key: 'failed-slides',
    label: own.failedSlides,
    icon: ScanSearch,
    to: { pathname: `/project/${allProjects}`, search: '?state=failed' },
    keywords: own.also.failedSlides,
  },
  { key: 'model', label: own.model, icon: Waypoints, to: paths.models },
  { key: 'reports', label: own.reports, icon: FileChartColumn, to: paths.reports },
  { key: 'notifications', label: own.notifications, icon: Bell, to: paths.notifications },
  {
    key: 'organization',
    label: own.organization,
    icon: Building2,
    to: paths.manageOrganization,
    keywords: own.also.organization,
  },
  { key: 'members', label: own.members, icon: Users, to: manage('members'), keywords: own.also.members },
  { key: 'tissues', label: own.tissues, icon: Microscope, to: manage('tissues') },
  { key: 'stains', label: own.stains, icon: Droplets, to: manage('stains') },
  { key: 'quality', label: own.quality, icon: ScanSearch, to: manage('quality'), keywords: own.also.quality },
]

const themes = [
  { choice: 'light', icon: Sun },
  { choice: 'dark', icon: Moon },
  { choice: 'system', icon: Monitor },
] as const

/** What the app itself offers by name, to whom it is open. */
export function useAppActions(onCreateProject: () => void): readonly PaletteAction[] {
  const { search } = useLocation()
  const session = useSession()
  const depart = useDeparture()
  const { theme, choose } = useThemeChoice()
  const mayUpload = usePermission('create:files')
  const mayCreate = usePermission('create:projects')
  return [
    ...(mayUpload
      ? [{ key: 'upload', label: own.upload, icon: Upload, to: paths.uploads, keywords: own.also.upload }]
      : []),
    ...(mayCreate
      ? [
          {
            key: 'create-project',
            label: own.createProject,
            icon: FolderPlus,
            run: onCreateProject,
            keywords: own.also.create,
          },
        ]
      : []),
    ...places,
    { key: 'jobs', label: own.jobs, icon: Activity, to: { search, hash: jobsHash }, keywords: own.also.jobs },
    ...themes
      .filter(({ choice }) => choice !== theme)
      .map(({ choice, icon }) => ({
        key: `theme-${choice}`,
        label: own.themes[choice],
        icon,
        run: () => choose(choice),
        keywords: own.also.theme,
      })),
    { key: 'help', label: own.help, icon: LifeBuoy, run: () => help.ask(), keywords: own.also.help },
    { key: 'tickets', label: own.tickets, icon: MessageSquare, to: { search, hash: ticketsHash } },
    {
      key: 'profile',
      label: own.profile,
      icon: CircleUser,
      to: { search, hash: profileHash() },
      keywords: own.also.profile,
    },
    {
      key: 'sign-out',
      label: own.signOut,
      icon: LogOut,
      run: () => void depart('signOut', () => session.signOut()),
      keywords: own.also.signOut,
    },
  ]
}
