import { counted } from '../../ui/text/counted.ts'
import { formatNumber } from '../../ui/text/dates.ts'

export const words = {
  label: 'Demonstration',
  arriving: (arrived: number, total: number) =>
    `Demonstration slides are arriving: ${formatNumber(arrived)} of ${formatNumber(total)}`,
  arrivingProgress: 'Demonstration slides that have arrived',
  ready: (slides: number) =>
    `This organisation contains ${counted(slides, 'demonstration slide')}: generated, not from patients.`,
  removing: 'The demonstration is being removed',
  failed: 'Something went wrong with the demonstration slides. Open the job to see why and to try again.',
  failedPlain: 'Something went wrong with the demonstration slides. Remove them, or ask an administrator.',
  openJob: 'Open the job',
  remove: {
    button: 'Remove demonstration',
    title: 'Remove the demonstration?',
    goes: (slides: number, projects: number) =>
      `${counted(slides, 'demonstration slide')} and ${counted(projects, 'demonstration project')} will be removed permanently, for everyone.`,
    stays:
      'Everything else stays: your uploads, your own projects, members, tissues and stains. A demonstration project that holds slides of yours stays, too.',
    confirm: 'Remove demonstration',
    started: 'The demonstration is being removed.',
  },
} as const
