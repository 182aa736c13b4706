import type { Modality, QcMeasure } from '@cresyl/contract/qc-measures'
import type { QcPreview } from '@cresyl/contract/qc-thresholds'
import type { QcVerdict } from '@cresyl/contract/qc-verdict'
import { counted } from '../../../ui/counted.ts'
import { formatNumber } from '../../../ui/dates.ts'
import type { LimitField } from './thresholds-draft.ts'

const verdicts = { passed: 'passed', warned: 'warning', failed: 'failed' } as const satisfies Record<
  QcVerdict,
  string
>

/** "This would change 12 of 340 slides: 9 from passed to failed, 3 from warning to passed." */
function preview({ total, flips }: QcPreview): string {
  const changed = flips.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return 'No slide has been checked yet: this counts for those to come.'
  if (changed === 0) return `This would change none of ${counted(total, 'checked slide')}.`
  const each = flips.map(
    ({ from, to, count }) => `${formatNumber(count)} from ${verdicts[from]} to ${verdicts[to]}`,
  )
  return `This would change ${formatNumber(changed)} of ${counted(total, 'checked slide')}: ${each.join(', ')}.`
}

const fields = {
  warn: 'Warning',
  fail: 'Failed',
  tileWarn: 'Doubtful tile',
  tileFail: 'Faulty tile',
} as const satisfies Record<LimitField, string>

export const words = {
  noAccess: {
    title: 'Quality control is not open to you',
    text: 'Here is set when a scan is good enough.',
  },
  readDeed: 'see the settings',
  deed: 'change the settings',
  loading: 'Loading the settings',
  failedTitle: 'The settings could not be loaded',
  missing: 'The organisation has no settings.',
  automatic: {
    title: 'Automatic checks',
    label: 'Check every slide as soon as it has been read',
    on: 'New slides have their verdict by themselves.',
    off: 'Slides are checked when someone asks for it: in the viewer, or for many in a list.',
  },
  limits: {
    title: 'Limits',
    context: 'When a slide warns or fails. Proposals are used where you say nothing else.',
    of: 'Limits for',
    common: 'All stains',
    add: 'Add a stain',
    addHint: 'For stains that need other limits, such as a weak counterstain.',
    noStains: 'All stains have limits of their own already, or there are none.',
    gone: 'A stain that was deleted',
    own: (count: number) => counted(count, 'limit of its own', 'limits of its own'),
    removeStain: 'Remove',
    removeStainOf: (stain: string) => `Remove the limits for ${stain}`,
    groups: {
      any: 'All images',
      brightfield: 'Brightfield',
      fluorescence: 'Fluorescence',
    } satisfies Record<Modality | 'any', string>,
    field: (field: LimitField, { worse, tiles }: QcMeasure) => {
      const end = field.startsWith('tile') ? (tiles?.worse ?? worse) : worse
      return `${fields[field]} ${end === 'high' ? 'above' : 'below'}`
    },
    ofTiles: (unit: string) => `${unit}, counted by faulty tiles`,
    never: 'Never',
    proposed: (figure: string) => `Proposed: ${figure}`,
    inherited: (figure: string) => `For all stains: ${figure}`,
    reset: 'Reset',
    resetOf: (measure: string) => `Reset ${measure} to the default`,
    resetToCommon: (measure: string) => `Reset ${measure} to the limits for all stains`,
  },
  faults: {
    noNumber: 'Type a number, such as 5 or 0.25.',
    noTileNumber: 'Type a number: tiles need a limit.',
    tooLow: (least: string) => `Must not be less than ${least}.`,
    tooHigh: (most: string) => `Must not be more than ${most}.`,
    order: {
      high: 'A warning must come before the failure: use the same value or a lower one.',
      low: 'A warning must come before the failure: use the same value or a higher one.',
    },
    some: 'Some limits are not right yet.',
  },
  preview: {
    text: preview,
    counting: 'Counting the slides that this would change…',
    failed: 'How many slides this would change could not be counted.',
    automaticOnly: 'No limit is changed.',
  },
  save: {
    done: 'The settings were saved.',
    doneJudging: 'Saved. All slides are being re-assessed against the new limits.',
  },
  conflict: {
    title: 'Someone else changed the limits while you were editing',
    which: (limit: string) => `Which to keep: ${limit}`,
    /** "Focus, Failed above (All stains)". */
    limit: (measure: string, field: string, scope: string) => `${measure}, ${field} (${scope})`,
    theirs: (limit: string, figure: string) => `${limit}: ${figure}`,
    unset: 'not set',
  },
  judging: {
    title: 'Judging slides by the present limits',
    progress: 'Progress of judging',
    done: 'Slides were judged by the present limits',
    failed: 'Slides could not all be judged by the present limits',
    details: 'Details',
  },
} as const
