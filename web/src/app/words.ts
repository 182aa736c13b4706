import { isolate } from '@cresyl/contract/isolate'

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
    oldProject: 'Plain view',
    slide: 'Slide',
  },
  theme: {
    label: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'Same as this device',
  },
  notifications: 'Notifications',
  organization: {
    menu: (name: string) => `Organisation: ${isolate(name)}`,
    manage: 'Manage organisation',
    fallback: 'Your organisation could not be loaded.',
  },
  user: {
    menu: (name: string) => `Your account: ${isolate(name)}`,
    signOut: 'Sign out',
    permissions: (count: number) => (count === 1 ? '1 permission' : `${count} permissions`),
  },
  crash: {
    title: 'This page stopped working',
    message: 'Something in it failed. What you saved is safe. Try again, or go back to the dashboard.',
    home: 'Go to the dashboard',
  },
  newVersion: {
    title: 'A part of this page could not be loaded',
    message:
      'The connection may be down, or a new version may have been installed while the page was open. Check your connection, then reload.',
    reload: 'Reload',
  },
  startFailed: 'Cresyl could not start',
} as const
