import { annotationLimits } from '@cresyl/contract/limits'
import { counted } from '../../../../ui/counted.ts'
import { formatNumber } from '../../../../ui/dates.ts'

export const words = {
  open: 'From detections',
  title: 'Make annotations of detections',
  none: 'No run has found single cells on this image yet. Run a predictor that does, such as nuclei or IHC score, from Results.',
  loading: 'Looking for runs',
  run: 'Found by',
  where: 'Where',
  places: {
    all: 'Everywhere',
    seen: 'In what is seen now',
    selected: 'In the selected annotations',
  },
  classes: 'Classes',
  counting: 'Counting',
  becomes: 'Class of the annotations',
  asFound: 'As found',
  noClass: 'No class',
  count: (count: number) => counted(count, 'detection'),
  nothing: 'None is chosen.',
  tooMany: `Up to ${formatNumber(annotationLimits.promoted)} become annotations at once. Choose a smaller region, or fewer classes.`,
  submit: 'Make annotations',
  submitCount: (count: number) => `Make ${counted(count, 'annotation')}`,
  done: (count: number) => `${counted(count, 'annotation')} made.`,
  cells: {
    title: 'Cells inside',
    counting: 'Counting the cells inside',
    none: 'No run has found cells on this slide yet.',
    all: 'All',
    hScore: 'H-score',
    positive: 'Positive',
    noCells: 'None of its cells lie inside.',
  },
} as const
