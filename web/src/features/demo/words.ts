import { counted } from '../../ui/counted.ts'
import { formatNumber } from '../../ui/dates.ts'

export const words = {
  label: 'Demonstration',
  arriving: (arrived: number, total: number) =>
    `Demonstration slides are arriving: ${formatNumber(arrived)} of ${formatNumber(total)}`,
  arrivingProgress: 'Demonstration slides that have arrived',
  ready: (slides: number) =>
    `This organisation holds ${counted(slides, 'demonstration slide')}: generated, not of patients.`,
  removing: 'The demonstration is being removed',
  failed: 'Something went wrong with the demonstration slides. Open the job to see why and to try again.',
  failedPlain:
    'Something went wrong with the demonstration slides. Remove them, or ask who looks after Cresyl.',
  openJob: 'Open the job',
  remove: {
    button: 'Remove demonstration',
    title: 'Remove the demonstration?',
    goes: (slides: number, projects: number) =>
      `${counted(slides, 'demonstration slide')} and ${counted(projects, 'demonstration project')} go, for everyone and for good.`,
    stays:
      'Everything else stays: what you uploaded, your own projects, members, tissues and stains. A demonstration project that holds slides of yours stays, too.',
    confirm: 'Remove demonstration',
    started: 'The demonstration is being removed.',
  },
} as const
