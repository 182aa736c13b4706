import { annotationLimits } from '@cresyl/contract/api/limits'
import { counted } from '../../../../ui/text/counted.ts'
import { formatNumber } from '../../../../ui/text/dates.ts'

export const words = {
  open: 'From detections',
  title: 'Create annotations from detections',
  none: 'No run has detected cells on this image yet. Run a predictor such as Nuclei or IHC score from Results.',
  loading: 'Loading runs',
  run: 'Run',
  where: 'Where',
  places: {
    all: 'Whole image',
    seen: 'Current view',
    selected: 'Selected annotations',
  },
  classes: 'Classes',
  counting: 'Counting',
  becomes: 'Class of the annotations',
  asFound: 'As detected',
  noClass: 'No class',
  count: (count: number) => counted(count, 'detection'),
  nothing: 'Nothing selected.',
  tooMany: `Up to ${formatNumber(annotationLimits.promoted)} detections can become annotations at once. Choose a smaller region or fewer classes.`,
  submit: 'Create annotations',
  submitCount: (count: number) => `Create ${counted(count, 'annotation')}`,
  done: (count: number) => `${counted(count, 'annotation')} created.`,
  cells: {
    title: 'Cells inside',
    counting: 'Counting the cells inside',
    none: 'No run has found cells on this slide yet.',
    all: 'All',
    hScore: 'H-score',
    positive: 'Positive',
    noCells: 'No cells inside.',
  },
} as const
