import type { Interval } from '@cresyl/contract/analytics'
import { isolate } from '@cresyl/contract/isolate'
import { counted } from '../../ui/counted.ts'
import { formatNumber } from '../../ui/dates.ts'
import type { ListKind } from './drill/list-of.ts'
import type { ChartId, SectionId } from './model/charts.ts'
import type { FilterKey, SlideGroup } from './model/filters.ts'
import type { FigureId } from './model/key-figures.ts'
import type { Fault } from './model/report.ts'

const sections: Record<SectionId, { title: string; about: string }> = {
  uploads: { title: 'Uploads and storage', about: 'Scan files that were sent, and what is kept of slides' },
  slides: { title: 'Slides', about: 'Slides by when they arrived' },
  quality: { title: 'Quality control', about: 'What checks found, and what became of them' },
  inference: { title: 'Inference', about: 'Runs of predictors: how many, how long, how well' },
  downloads: { title: 'What was downloaded', about: 'What left the platform' },
  turnaround: {
    title: 'Turnaround and overrides',
    about: 'From the start of an upload to its result; decisions of people',
  },
}

const charts: Record<ChartId, { title: string; about: string }> = {
  uploads: { title: 'Uploads', about: 'Files by when their upload began, and what became of it' },
  storage: {
    title: 'Storage',
    about: 'Bytes of all slides at the end of each interval; deleted ones are left out',
  },
  slides: { title: 'Slides added', about: 'Slides by when they arrived' },
  slideShares: { title: 'Slides in the whole period', about: 'The same slides, as parts of all' },
  verdicts: { title: 'Results of checks', about: 'Finished checks by what they found' },
  failing: {
    title: 'Measures that warn or fail',
    about: 'Checks in which each measure did; a check may count in several',
  },
  failureTrend: {
    title: 'Share of checks to look at',
    about: 'Of all checks that finished, how many warned and failed',
  },
  checks: { title: 'States of checks', about: 'Checks by when they were asked for, and how they stand now' },
  runs: { title: 'Runs', about: 'Runs by when they were asked for, and how they stand now' },
  predictors: { title: 'Runs by predictor', about: 'Runs that were asked for' },
  durations: {
    title: 'Duration by predictor',
    about: 'How long half of the runs that succeeded took at most',
  },
  success: {
    title: 'Success by predictor',
    about: 'Of runs that ended, which share succeeded; cancelled ones are left out',
  },
  downloads: { title: 'Downloads', about: 'Files, images and regions that were handed out' },
  runDownloads: { title: 'Downloads of results', about: 'What predictors made, by predictor' },
  turnaround: {
    title: 'From upload to result',
    about: 'From the start of the upload to the QC verdict and to the first result',
  },
  overrides: { title: 'Overrides', about: 'Failed checks that somebody decided to go on from, by who did' },
}

const intervals: Record<Interval, string> = {
  day: 'By day',
  week: 'By week',
  month: 'By month',
  quarter: 'By quarter',
  year: 'By year',
}

const slideGroups: Record<SlideGroup, string> = {
  stainer: 'By stain',
  tissue: 'By tissue',
  project: 'By project',
  member: 'By member',
  qc_state: 'By QC state',
}

const filters: Record<FilterKey, { label: string; all: string; none: string; gone: string }> = {
  project: { label: 'Project', all: 'All projects', none: 'In no project', gone: 'A project that is gone' },
  tissue: { label: 'Tissue', all: 'All tissues', none: 'No tissue given', gone: 'A tissue that is gone' },
  stain: { label: 'Stain', all: 'All stains', none: 'No stain given', gone: 'A stain that is gone' },
  predictor: { label: 'Predictor', all: 'All predictors', none: '', gone: 'A predictor that is gone' },
  member: { label: 'Member', all: 'All members', none: 'Nobody', gone: 'A member who left' },
}

const figures: Record<FigureId, string> = {
  slides: 'Slides added',
  uploaded: 'Uploaded',
  passed: 'Passed QC',
  runs: 'Runs',
  downloads: 'Downloads',
  turnaround: 'Upload to verdict',
  overrides: 'Overrides',
}

const listed: Record<ListKind, (count: number) => string> = {
  slides: (count) => counted(count, 'slide'),
  files: (count) => counted(count, 'file'),
  checks: (count) => counted(count, 'check'),
  runs: (count) => counted(count, 'run'),
  downloads: (count) => counted(count, 'download'),
}

const replaced: Partial<Record<Fault['parameter'], string>> = {
  period: 'a period, so this quarter is shown',
  interval: 'a way to divide this period, so the usual one is taken',
  slidesBy: 'a way to group slides, so they are grouped by stain',
  compare: 'a way to compare, so nothing is compared',
  tables: 'a list of tables, so charts are shown',
  list: 'a place in a chart, so no list is open',
}

export const words = {
  noAccess: {
    title: 'These reports are not for everyone',
    text: 'Uploads, quality control, inference and downloads of your organisation over time.',
    deed: 'see figures about scan files',
  },
  empty: {
    title: 'There is nothing to report yet',
    text: 'Charts of uploads, quality control and inference appear here as soon as there is a first slide. Upload one to begin.',
    action: 'Upload slides',
    deed: 'upload slides',
  },
  nothing: 'Nothing in this period',
  loading: 'Loading the figures',
  failedTitle: 'The figures could not be loaded',
  failed: 'This chart could not be loaded',
  notDrawn: 'The chart could not be drawn. Here are its figures.',
  retry: 'Try again',
  sections,
  charts,
  intervals,
  slideGroups,
  filters: {
    ...filters,
    title: 'Filters',
    show: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
    clear: 'Clear filters',
    archived: (name: string) => `${name} (archived)`,
    searching: 'Searching …',
    notFound: 'Nothing found',
    notHere: 'The choice of predictors doesn’t apply to these.',
  },
  figures,
  figure: {
    label: 'Key figures',
    unknown: 'Unknown',
    same: 'as before',
    none: 'nothing before',
    points: (points: string) => `${points} points`,
    against: (span: string, before: string) => `${span}, compared with ${before}`,
  },
  period: {
    label: 'Period',
    earlier: 'The period before',
    later: 'The period after',
    quarter: 'Quarter',
    month: 'Month',
    years: 'Last years',
    range: 'Any days',
    year: 'Year',
    lastYears: (count: number) => (count === 1 ? 'Last year' : `Last ${formatNumber(count)} years`),
    first: 'From',
    last: 'To',
    reversed: 'The end lies before the beginning.',
    unknown: 'Choose two days.',
    apply: 'Show',
    interval: 'Interval',
    zone: (zone: string) => `Days are those of ${zone.replaceAll('_', ' ')}.`,
    unknownZone: (zone: string) =>
      `This browser doesn’t know the time zone ${zone}: it names days by UTC. The figures are right.`,
  },
  compare: {
    label: 'Compare with the period before',
    before: (span: string) => `Before: ${span}`,
    short: 'Before',
    of: (label: string) => `${label}, before`,
    now: 'This period',
  },
  slidesBy: 'Slides',
  actions: {
    more: 'Report',
    csv: 'Download as CSV',
    print: 'Print',
    copy: 'Copy link',
    copied: 'The link is copied. Whoever opens it sees the same report.',
    notCopied: 'The browser did not allow to copy. Copy the address from its bar.',
    notReady: 'Some figures are still loading. Try again in a moment.',
  },
  chart: {
    showTable: 'Show as table',
    showChart: 'Show as chart',
    csv: 'Download as CSV',
    ofChart: (deed: string, title: string) => `${deed}: ${title}`,
    figures: 'Figures',
    interval: 'When',
    group: 'Group',
    total: 'All',
    value: 'Value',
    before: 'Before',
    change: 'Change',
    whole: 'Whole period',
    more: (count: number) => `${formatNumber(count)} more in the table`,
  },
  summary: {
    nothing: 'Nothing in this period.',
    total: (total: string) => `${total} in all.`,
    level: (value: string) => `${value} at the end.`,
    most: (value: string, where: string) => `Most ${where}: ${value}.`,
    groups: (groups: readonly string[]) => `${groups.join('; ')}.`,
    before: (value: string) => `The period before: ${value}.`,
  },
  list: {
    close: 'Close the list',
    listed,
    loading: 'Loading the list',
    failedTitle: 'The list could not be loaded',
    gone: 'This part of the chart is not there any more: the period or the filters have changed.',
    counts: (point: string, list: string) =>
      `The chart says ${point}; the list has ${list}. Something has changed in between.`,
    noSlide: 'Without a slide',
    unknownSlide: 'Slide',
    by: (name: string) => `by ${isolate(name)}`,
    overridden: (name: string) => `overridden by ${isolate(name)}`,
    kinds: { file: 'File', image: 'Image', region: 'Region' },
    fileStates: { created: 'Uploading', stored: 'Uploaded', failed: 'Failed', aborted: 'Cancelled' },
    runStates: {
      queued: 'Waiting',
      running: 'Running',
      succeeded: 'Succeeded',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
  },
  print: {
    title: (organization: string) => `Report of ${organization}`,
    made: (time: string) => `Made on ${time}`,
    everything: 'Of everything',
    tooSoon: 'The figures had not arrived when this was printed.',
  },
  faults: {
    title: 'Part of this link could not be read',
    filter: (key: FilterKey, said: string) =>
      `“${said}” is no ${filters[key].label.toLowerCase()}; it is left out.`,
    other: (parameter: Fault['parameter'], said: string) =>
      `“${said}” is not ${replaced[parameter] ?? 'known'}.`,
    dismiss: 'Dismiss',
  },
  csv: {
    name: (organization: string, period: string) => `${organization} report ${period}`,
    columns: {
      section: 'Section',
      chart: 'Chart',
      series: 'Series',
      period: 'Period',
      from: 'From',
      to: 'Until before',
      unit: 'Unit',
      value: 'Value',
      count: 'Rows behind it',
    },
    units: { count: 'count', bytes: 'bytes', seconds: 'seconds', share: 'share (0 to 1)' },
    periods: { now: 'this', before: 'before' },
  },
} as const
