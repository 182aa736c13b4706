import { isolate } from '@cresyl/contract/api/isolate'
import type { Interval } from '@cresyl/contract/reports/analytics'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber } from '../../ui/text/dates.ts'
import type { ListKind } from './drill/list-of.ts'
import type { ChartId, SectionId } from './model/charts.ts'
import type { FilterKey, SlideGroup } from './model/filters.ts'
import type { FigureId } from './model/key-figures.ts'
import type { Fault } from './model/report.ts'

const sections: Record<SectionId, { title: string; about: string }> = {
  uploads: { title: 'Uploads and storage', about: 'Uploaded scan files and the size of slides' },
  slides: { title: 'Slides', about: 'Slides by when they arrived' },
  quality: { title: 'Quality control', about: 'Results of quality checks' },
  inference: { title: 'Inference', about: 'Predictor runs: number, duration and success' },
  downloads: { title: 'Downloads', about: 'Files and images downloaded' },
  turnaround: {
    title: 'Turnaround and overrides',
    about: 'From upload to result, and overridden checks',
  },
}

const charts: Record<ChartId, { title: string; about: string }> = {
  uploads: { title: 'Uploads', about: 'Files by start of upload and outcome' },
  storage: {
    title: 'Size of slides',
    about: 'Size of all slides that are not deleted, at the end of each interval',
  },
  slides: { title: 'Slides added', about: 'Slides by date of arrival' },
  slideShares: { title: 'Slides in the whole period', about: 'The same slides as shares of the total' },
  verdicts: { title: 'Results of checks', about: 'Finished checks by result' },
  failing: {
    title: 'Measures that warn or fail',
    about: 'Checks in which each measure warned or failed; a check can count several times',
  },
  failureTrend: {
    title: 'Share of checks with warnings or failures',
    about: 'Share of finished checks',
  },
  checks: { title: 'States of checks', about: 'Checks by request date and current state' },
  runs: { title: 'Runs', about: 'Runs by request date and current state' },
  predictors: { title: 'Runs by predictor', about: 'Requested runs' },
  durations: {
    title: 'Duration by predictor',
    about: 'Median duration of successful runs',
  },
  success: {
    title: 'Success by predictor',
    about: 'Share of finished runs that succeeded, without cancelled ones',
  },
  downloads: { title: 'Files downloaded', about: 'Downloaded files, images and regions' },
  runDownloads: { title: 'Downloads of results', about: 'Predictor results by predictor' },
  turnaround: {
    title: 'From upload to result',
    about: 'From the start of the upload to the QC verdict and to the first result',
  },
  overrides: { title: 'Overrides', about: 'Overridden failed checks, by person' },
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
  project: { label: 'Project', all: 'All projects', none: 'No project', gone: 'Deleted project' },
  tissue: { label: 'Tissue', all: 'All tissues', none: 'No tissue', gone: 'Deleted tissue' },
  stain: { label: 'Stain', all: 'All stains', none: 'No stain', gone: 'Deleted stain' },
  predictor: { label: 'Predictor', all: 'All predictors', none: '', gone: 'Removed predictor' },
  member: { label: 'Member', all: 'All members', none: 'No one', gone: 'Former member' },
}

const figures: Record<FigureId, string> = {
  slides: 'Slides added',
  uploaded: 'Uploaded',
  passed: 'Checks passed',
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
  interval: 'an interval of this period, so the default is used',
  slidesBy: 'a way to group slides, so they are grouped by stain',
  compare: 'a way to compare, so nothing is compared',
  tables: 'a list of tables, so charts are shown',
  list: 'a place in a chart, so no list is open',
}

export const words = {
  noAccess: {
    title: 'You may not see these reports',
    text: 'Uploads, quality control, inference and downloads of your organisation over time.',
    deed: 'see figures about scan files',
  },
  empty: {
    title: 'Nothing to report yet',
    text: 'Charts appear here once there is a first slide. Upload one to begin.',
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
    notHere: 'The predictor filter doesn’t apply here.',
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
    earlier: 'Previous period',
    later: 'Next period',
    quarter: 'Quarter',
    month: 'Month',
    years: 'Last years',
    range: 'Custom',
    year: 'Year',
    lastYears: (count: number) => (count === 1 ? 'Last year' : `Last ${formatNumber(count)} years`),
    first: 'From',
    last: 'To',
    reversed: 'The end is before the start.',
    unknown: 'Choose two days.',
    apply: 'Show',
    interval: 'Interval',
    zone: (zone: string) => `Time zone: ${zone.replaceAll('_', ' ')}`,
    unknownZone: (zone: string) =>
      `This browser doesn’t know the time zone ${zone} and shows dates in UTC. The figures are correct.`,
  },
  compare: {
    label: 'Compare with the previous period',
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
    copied: 'Link copied. It opens this report.',
    notCopied: 'The browser does not allow copying. Copy the address from its address bar.',
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
    total: (total: string) => `${total} in total.`,
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
    gone: 'This part of the chart no longer exists: the period or the filters have changed.',
    counts: (point: string, list: string) =>
      `The chart shows ${point}, the list ${list}: something changed in between.`,
    noSlide: 'Without a slide',
    unknownSlide: 'Slide',
    by: (name: string) => `by ${isolate(name)}`,
    overridden: (name: string) => `overridden by ${isolate(name)}`,
    otherScale: 'at the pixel size before',
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
    made: (time: string) => `Created on ${time}`,
    everything: 'All projects and members',
    tooSoon: 'These figures had not loaded when this was printed.',
  },
  faults: {
    title: 'Part of this link could not be read',
    filter: (key: FilterKey, said: string) =>
      `“${said}” is not a ${filters[key].label.toLowerCase()} and is ignored.`,
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
