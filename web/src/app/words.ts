import { isolate } from '@cresyl/contract/api/isolate'
import { messages } from '@cresyl/contract/api/messages'
import { counted } from '../ui/text/counted.ts'
import { formatNumber } from '../ui/text/dates.ts'

export const words = {
  product: 'Cresyl',
  checking: 'Checking whether you are signed in',
  loadingPage: 'Loading the page',
  skipToContent: 'Skip to content',
  navigation: {
    label: 'Main',
    dashboard: 'Dashboard',
    model: 'Model',
    reports: 'Reports',
    uploads: 'Uploads',
    open: 'Open the menu',
    collapse: 'Collapse the menu',
    expand: 'Expand the menu',
    needsOrganization:
      'This needs an organisation, and yours could not be loaded. Reload the page to try again.',
  },
  breadcrumb: {
    label: 'Where you are',
    notifications: 'Notifications',
    organization: 'Manage organisation',
    project: 'Project',
    oldProject: 'Plain table',
    allSlides: 'All slides',
    unsorted: 'Unsorted slides',
    slide: 'Slide',
  },
  dashboard: { projects: 'Projects' },
  search: {
    label: 'Search and commands',
    loading: 'Opening the search',
    actions: {
      upload: 'Upload slides',
      createProject: 'New project',
      dashboard: 'Go to the dashboard',
      allSlides: 'Go to all slides',
      unsorted: 'Go to unsorted slides',
      failedSlides: 'Go to slides that failed quality control',
      quality: 'Quality control limits',
      model: 'Go to the model',
      reports: 'Go to reports',
      notifications: 'Go to notifications',
      organization: 'Manage organisation',
      members: 'Go to members',
      tissues: 'Go to tissues',
      stains: 'Go to stains',
      jobs: 'Show jobs',
      themes: {
        light: 'Use the light theme',
        dark: 'Use the dark theme',
        system: 'Use the theme of this device',
      },
      help: 'Get help',
      tickets: 'Show your tickets',
      profile: 'Open your profile',
      signOut: 'Sign out',
      /** Other words that someone may look for them by. */
      also: {
        upload: 'files scans import add',
        create: 'create add',
        dashboard: 'home projects start',
        organization: 'settings organization branding',
        members: 'people users invite roles',
        failedSlides: 'qc check blurred bad',
        quality: 'qc thresholds automatic settings',
        jobs: 'running failed progress',
        theme: 'appearance colours mode',
        help: 'support ticket contact report problem',
        profile: 'account password picture language settings',
        signOut: 'log out logout leave',
      },
    },
  },
  theme: {
    label: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'Same as this device',
  },
  profile: { label: 'Your profile', loading: 'Loading your profile' },
  jobs: { label: 'Jobs', loading: 'Loading the jobs' },
  support: {
    help: 'Get help',
    tickets: 'Your tickets',
    loading: 'Loading',
    sent: ({ reference, screenshot_refused }: { reference: string; screenshot_refused: string | null }) =>
      screenshot_refused ?? `Your ticket ${reference} was sent.`,
    open: 'Open it',
  },
  projectUploads: {
    button: 'Upload',
    deed: 'upload scan files',
    archived: 'This project is archived. Unarchive it to add slides.',
    over: (project: string | null) =>
      project === null ? 'Drop to upload into no project' : `Drop to upload into ${isolate(project)}`,
    begun: (count: number, project: string | null) =>
      `${counted(count, 'file is', 'files are')} being uploaded${project === null ? '' : ` into ${isolate(project)}`}.`,
    see: 'See uploads',
    notFiles: 'Text and links can’t be uploaded. Drop scan files or folders from your computer instead.',
  },
  uploads: {
    title: 'Uploads',
    context: 'Upload scans and follow their progress',
    files: 'Files of your organisation',
    /** The first few by name: a toast is no list. */
    interrupted: (names: readonly string[]) => {
      const named = names.slice(0, 3).map((name) => `"${name}": ${messages.upload.interrupted}`)
      const more = names.length - named.length
      return [...named, ...(more > 0 ? [`And ${counted(more, 'more upload')}.`] : [])].join('\n')
    },
    indicator: {
      running: 'Uploading',
      paused: 'Uploads paused',
      disconnected: 'Uploads are waiting for the server',
      done: (done: number, count: number) => `${formatNumber(done)} of ${counted(count, 'file')} done`,
      alsoFailed: (count: number) => `${formatNumber(count)} failed`,
      failed: (count: number) => `${counted(count, 'upload')} failed`,
    },
    ended: {
      text: ({ completed, failed }: { completed: number; failed: number }) =>
        [
          completed > 0 && `${counted(completed, 'file')} uploaded.`,
          failed > 0 && `${counted(failed, 'upload')} failed.`,
        ]
          .filter(Boolean)
          .join(' '),
      see: 'See uploads',
    },
    departure: {
      underway: (here: number, elsewhere: number) => {
        const count = here + elsewhere
        const place = elsewhere === 0 ? '' : here === 0 ? ' in another tab' : ', some of them in another tab'
        return `${counted(count, 'upload')} ${count === 1 ? 'is' : 'are'} in progress${place}.`
      },
      signOut: {
        title: 'Sign out while files are uploading?',
        text: 'Signing out cancels unfinished uploads. Finished uploads stay.',
        confirm: 'Sign out',
      },
      switchOrganization: {
        title: 'Switch organisation while files are uploading?',
        text: 'Switching cancels unfinished uploads. Finished uploads stay.',
        confirm: 'Switch',
      },
      stay: 'Keep uploading',
    },
  },
  organization: {
    menu: (name: string) => `Organisation: ${isolate(name)}`,
    manage: 'Manage organisation',
    fallback: 'Your organisation could not be loaded.',
    switchTo: 'Switch to',
    loadingOthers: 'Loading your other organisations',
    failedOthers: 'Your other organisations could not be loaded.',
    retry: 'Try again',
    all: 'All organisations…',
    dialog: 'Switch organisation',
    search: 'Search organisations',
    close: 'Close',
    nothingFound: 'No organisation matches. Try fewer or other words.',
    more: (count: number) => `${formatNumber(count)} more: type to find them.`,
    asSuperadmin: 'As superadmin',
    current: 'You are here',
  },
  acting: {
    label: 'Acting as superadmin',
    text: (name: string) =>
      `You are acting in ${isolate(name)} as superadmin. Everything you do is recorded in its audit log.`,
    leave: 'Leave',
    noneOwn: 'You belong to no organisation to go back to. Switch to another one, or sign out.',
  },
  live: {
    offline: 'Not live: reconnecting',
    reason: 'The server can’t be reached, so changes by others don’t appear. Reconnecting automatically.',
    notSaved: (count: number) => `${counted(count, 'annotation')} not saved yet`,
    connection: 'Connection',
  },
  user: {
    menu: (name: string) => `Your account: ${isolate(name)}`,
    signOut: 'Sign out',
    permissions: (count: number) => counted(count, 'permission'),
  },
  reports: {
    title: 'Reports',
    tabsLabel: 'Sections of the reports',
    tabs: { overview: 'Overview', storage: 'Storage', audit: 'Audit log' },
    contexts: {
      overview: 'Slides, quality control and inference over time',
      storage: 'What is stored, how much space it takes, and what can be removed',
      audit: 'Who did what, when and from where',
    },
  },
  manageOrganization: {
    title: 'Manage organisation',
    context: 'How your organisation appears in Cresyl, who belongs to it and what they may do',
    tabsLabel: 'Sections of the organisation',
    tabs: {
      settings: 'Settings',
      members: 'Members',
      tissues: 'Tissues',
      stains: 'Stains',
      tokens: 'API tokens',
      servers: 'Servers',
      quality: 'Quality control',
      checks: 'Checks',
      support: 'Support',
      organizations: 'Organisations',
    },
    loading: 'Loading the organisation',
    failedTitle: 'Your organisation could not be loaded',
    failed: 'Reload the page to try again.',
    reload: 'Reload',
  },
  crash: {
    title: 'This page stopped working',
    message: 'Your saved work is safe. Try again, or go back to the dashboard.',
    home: 'Go to the dashboard',
  },
  newVersion: {
    title: 'A part of this page could not be loaded',
    message:
      'The connection may be down, or a new version may have been installed. Check your connection, then reload.',
    reload: 'Reload',
  },
  startFailed: 'Cresyl could not start',
} as const
