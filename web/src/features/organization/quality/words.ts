import type { Modality, QcMeasure } from '@cresyl/contract/qc/qc-measures'
import type { QcPreview } from '@cresyl/contract/qc/qc-thresholds'
import type { QcVerdict } from '@cresyl/contract/qc/qc-verdict'
import { counted } from '../../../ui/text/counted.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import type { LimitField } from './thresholds-draft.ts'

const verdicts = { passed: 'passed', warned: 'warning', failed: 'failed' } as const satisfies Record<
  QcVerdict,
  string
>

/** "This would change 12 of 340 slides: 9 from passed to failed, 3 from warning to passed." */
function preview({ total, flips }: QcPreview): string {
  const changed = flips.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return 'No slides have been checked yet. This applies to future checks.'
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
    title: 'You may not see the quality control settings',
    text: 'These settings define when a scan is good enough.',
  },
  readDeed: 'see the settings',
  deed: 'change the settings',
  loading: 'Loading the settings',
  failedTitle: 'The settings could not be loaded',
  missing: 'The organisation has no settings.',
  automatic: {
    title: 'Automatic checks',
    label: 'Check every slide as soon as it has been read',
    on: 'New slides are checked automatically.',
    off: 'Slides are checked on request, in the viewer or from a list.',
  },
  limits: {
    title: 'Limits',
    context: 'When a slide gets a warning or fails. Empty fields use the default.',
    of: 'Limits for',
    common: 'All stains',
    add: 'Add a stain',
    addHint: 'For stains that need other limits, such as a weak counterstain.',
    noStains: 'All stains already have their own limits, or there are no stains.',
    gone: 'Deleted stain',
    own: (count: number) => counted(count, 'own limit', 'own limits'),
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
    proposed: (figure: string) => `Default: ${figure}`,
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
    some: 'Correct the marked limits.',
  },
  preview: {
    text: preview,
    counting: 'Counting the slides that this would change…',
    failed: 'The number of affected slides could not be counted.',
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
    title: 'Applying the new limits to all slides',
    progress: 'Progress of applying the limits',
    done: 'The new limits were applied to all slides',
    failed: 'The new limits could not be applied to all slides',
    details: 'Details',
  },
} as const
