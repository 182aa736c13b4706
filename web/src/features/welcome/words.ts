import type { StepName } from './steps.ts'

const steps: Record<StepName, { title: string; text: string; action?: string }> = {
  upload: {
    title: 'Upload a slide',
    text: 'Drop scan files of any supported scanner. Each is checked and read automatically.',
    action: 'Upload slides',
  },
  wait: {
    title: 'Slides arrive',
    text: 'Slides that colleagues upload appear on this page automatically.',
  },
  look: {
    title: 'View it',
    text: 'Open a slide: zoom, measure, compare. The viewer remembers where you were.',
    action: 'See the slides',
  },
  invite: {
    title: 'Invite colleagues',
    text: 'Add people and choose their roles.',
    action: 'Open members',
  },
  sort: {
    title: 'Sort it into a project',
    text: 'A project keeps the slides of one study or case together.',
    action: 'See unsorted slides',
  },
  profile: {
    title: 'Set up your profile',
    text: 'Choose a picture, a theme and a date format.',
    action: 'Open your profile',
  },
}

export const words = {
  title: 'Welcome to Cresyl',
  text: 'Three steps to get started.',
  allDone: 'All done.',
  dismiss: 'Dismiss the welcome',
  done: 'Done',
  steps,
} as const
