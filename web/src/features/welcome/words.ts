import type { StepName } from './steps.ts'

const steps: Record<StepName, { title: string; text: string; action?: string }> = {
  upload: {
    title: 'Upload a slide',
    text: 'Drop scan files of any supported scanner. Each is checked and read by itself.',
    action: 'Upload slides',
  },
  wait: {
    title: 'Slides arrive',
    text: 'Colleagues who may upload send their scans here. They appear on this page by themselves.',
  },
  look: {
    title: 'Look at it',
    text: 'Open a slide: zoom, measure, compare. The viewer remembers where you were.',
    action: 'See the slides',
  },
  invite: {
    title: 'Invite colleagues',
    text: 'Add people and say what each may do.',
    action: 'Open the members',
  },
  sort: {
    title: 'Sort it into a project',
    text: 'A project keeps the slides of one study or case together.',
    action: 'See unsorted slides',
  },
  profile: {
    title: 'Make it yours',
    text: 'Choose a picture, the theme, and how dates are written.',
    action: 'Open your profile',
  },
}

export const words = {
  title: 'Welcome to Cresyl',
  text: 'Three steps to begin with. Each ticks itself off.',
  allDone: 'All three are done. Enjoy.',
  dismiss: 'Dismiss the welcome',
  done: 'Done',
  steps,
} as const
