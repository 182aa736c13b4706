import { type QcMeasure, type QcMeasureKey, qcMeasures } from '@cresyl/contract/qc/qc-measures'
import type { QcVerdict } from '@cresyl/contract/qc/qc-verdict'
import type { ColourMapName } from '../../../engine/viewer/overlays/colour-maps.ts'
import { counted } from '../../../ui/text/counted.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import { overriddenWords } from '../../../ui/text/qc-words.ts'

const verdicts = { passed: 'Passed', warned: 'Warning', failed: 'Failed' } as const satisfies Record<
  QcVerdict,
  string
>

/** "5 % of the tissue", "0.25": with the unit where there is one. */
export function amount(figure: string, unit: string): string {
  return unit === '' ? figure : `${figure} ${unit}`
}

/** What the bar shows: "Warning above 5, failed above 20". */
function limits({ worse }: QcMeasure, warn: string | null, fail: string | null): string {
  const beyond = worse === 'high' ? 'above' : 'below'
  const said = [warn !== null && `warning ${beyond} ${warn}`, fail !== null && `failed ${beyond} ${fail}`]
  const sentence = said.filter(Boolean).join(', ')
  return sentence === '' ? 'No limits' : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

export const words = {
  tab: 'QC',
  loading: 'Loading the quality check',
  failedTitle: 'The quality check could not be loaded.',
  retry: 'Try again',
  nothing: 'Open a slide to see its quality check.',
  readDeed: 'see quality checks',
  actions: {
    show: 'Show the quality check of this slide',
    check: 'Check the quality of this slide',
    also: 'qc control verdict focus blurred',
  },
  verdicts,
  noVerdict: 'Not measured',
  overridden: overriddenWords,
  measureName: (key: QcMeasureKey, channel: string | null) =>
    channel === null ? qcMeasures[key].label : `${qcMeasures[key].label} · ${channel}`,
  amount,
  limits,
  run: {
    none: 'Not checked yet',
    noneText:
      'A check measures focus, pen marks, folds, bubbles, colours and more, and tells you whether the scan can be used.',
    start: 'Check quality',
    scaleRemedy: 'Check again to update them.',
    again: 'Check again',
    deed: 'check the quality of slides',
    queued: 'Waiting for its turn',
    queuedText: 'The check starts as soon as a server is free.',
    running: 'Checking the quality',
    starting: 'Starting now.',
    percent: (percent: string) => `${percent} done`,
    progress: 'Progress of the quality check',
    cancel: 'Cancel',
    cancelling: 'Cancelling…',
    cancelled: 'Cancelled',
    cancelledText: 'The check was cancelled before it finished.',
    error: 'Could not be finished',
    under: 'A check is already running.',
    meanwhile: 'Until then, here are the results of the last check:',
  },
  measures: {
    title: 'Measures',
    hint: 'Point at a measure to see it on the slide, click to keep it there.',
    show: (name: string) => `Show on the slide: ${name}`,
    bar: (value: string, limits: string) => `${value}. ${limits}.`,
  },
  overlay: {
    opacity: 'Opacity',
    colours: 'Colours',
    maps: { heat: 'Red is bad', viridis: 'Viridis', cividis: 'Cividis' } satisfies Record<
      ColourMapName,
      string
    >,
    limit: 'Show only',
    all: 'Everything',
    limitOf: { high: 'Above', low: 'Below' },
    legend: 'Legend',
    worse: { high: 'Of each tile: higher is worse', low: 'Of each tile: lower is worse' },
    under: 'At the pointer',
    nothing: '–',
    inside: 'Inside',
    outside: 'Outside',
    masks: { fault: 'Found here', found: 'Tissue' },
    remove: 'Remove it from the slide',
    hideForNow: 'Hide it',
    show: 'Show it again',
    hidden: 'Hidden',
    failed: 'It could not be loaded.',
    geojson: 'Download as GeoJSON',
    fileName: (slide: string, key: QcMeasureKey) => `${slide}-${key.replaceAll('_', '-')}.geojson`,
    empty: 'There is nothing in this mask.',
    gone: 'An overlay in this link no longer exists.',
  },
  regions: {
    title: 'Places to look at',
    none: 'No place stands out.',
    goTo: (place: number, name: string) => `Place ${place}: ${name}`,
    current: (place: number, count: number) => `Place ${formatNumber(place)} of ${formatNumber(count)}`,
    next: 'Next place',
    previous: 'Previous place',
    close: 'Close the list of places',
    size: (width: string, height: string) => `${width} × ${height}`,
    severity: (percent: string) => `${percent} bad`,
    nothingToStepTo: 'The quality check found no places to look at on this slide.',
    notChecked: 'The quality of this slide has not been checked.',
    more: (count: number) => `Show all ${formatNumber(count)}`,
  },
  facts: {
    title: 'About this check',
    measured: 'Measured',
    by: 'Requested by',
    byPlatform: 'Cresyl, automatically',
    edition: 'Measures',
    editionOf: (edition: number) => `Edition ${formatNumber(edition)}`,
    modality: 'Kind of image',
    modalities: { brightfield: 'Brightfield', fluorescence: 'Fluorescence' },
    tissue: 'Tissue',
    assumed: 'Assumptions',
    nothingAssumed: 'None.',
    log: 'Open the log',
  },
  earlier: {
    title: 'Earlier checks',
    label: 'Checks of this image',
    now: 'Newest check',
    looking: 'This is an earlier check.',
    back: 'Back to the newest',
    more: (count: number) => `${counted(count, 'older check')} not shown.`,
  },
  override: {
    action: 'Override',
    takeBack: 'Undo override',
    deed: 'override quality checks',
    notNeeded: 'Only a check that failed or could not be finished can be overridden.',
    takeBackTitle: 'Undo the override?',
    takeBackText: 'The result of the check counts again, and predictors no longer run on this slide.',
    takenBack: 'The quality check counts again.',
  },
} as const
