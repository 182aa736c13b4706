import { isolate } from '@cresyl/contract/api/isolate'
import type { FileOrigin, FileStatus } from '@cresyl/contract/files/files'
import { formatBytes } from '../../ui/text/amounts.ts'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber, formatPercent } from '../../ui/text/dates.ts'
import { qcWords } from '../../ui/text/qc-words.ts'
import type { Sending } from './sending.ts'

const statuses = {
  uploading: 'Uploading',
  waiting: 'Waiting to be read',
  reading: 'Reading',
  checking: 'Checking quality',
  ready: 'Ready',
  unreadable: 'Could not be read',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<FileStatus, string>

const origins = {
  upload: 'Uploaded',
  import: 'Read in place, not copied',
} as const satisfies Record<FileOrigin, string>

export const words = {
  getHelp: 'Get help',
  /** What a ticket about it begins with. */
  reportOf: (name: string) => `About the file ${name}`,
  quality: {
    /** Beside the state of the file itself: the words of slides, and what they are about. */
    warned: `QC: ${qcWords.warned}`,
    failed: `QC: ${qcWords.failed}`,
    error: qcWords.error,
    see: 'See what quality control found',
  },
  list: {
    label: 'Files',
    search: 'Search files by name',
    columns: {
      picture: 'Picture',
      name: 'Name',
      state: 'State',
      size: 'Size',
      project: 'Project',
      uploader: 'Uploaded by',
      time: 'When',
    },
    sort: 'Sort by',
    sorts: {
      '-created_at': 'Newest',
      created_at: 'Oldest',
      name: 'Name, A to Z',
      '-name': 'Name, Z to A',
      '-size': 'Largest',
      size: 'Smallest',
    },
    loading: 'Loading files',
    found: (count: number) => counted(count, 'file'),
    failedTitle: 'The files could not be loaded',
    pages: 'Pages of files',
  },
  filters: {
    status: 'State',
    allStatuses: 'All',
    statusCount: (count: number) => counted(count, 'state'),
    project: 'Project',
    anyProject: 'All',
    searching: 'Searching…',
    noProject: 'No project of that name',
    whose: 'Whose files',
    all: 'All',
    mine: 'Mine',
  },
  empty: {
    title: 'No files yet',
    text: 'Every scan file your organisation uploads is listed here with its state. Nothing has been uploaded yet.',
    nothingFound: 'No files match. Try other words, or another state, project or person.',
    clear: 'Show all files',
  },
  noAccess: {
    title: 'You may not see uploaded files',
    text: 'This page lists uploaded files and their state.',
    deed: 'see the files',
  },
  statuses,
  /** "Reading, 40%". */
  reading: (progress: number | null) =>
    progress === null ? statuses.reading : `${statuses.reading}, ${formatPercent(progress)}`,
  sending: (sending: Sending) =>
    sending.tab === 'this' ? 'In this tab' : `In another tab, ${formatPercent(sending.percent / 100)}`,
  progressOf: (name: string) => `Progress of ${isolate(name)}`,
  pictureOf: (name: string) => `Slide of ${isolate(name)}`,
  noPicture: 'No picture yet',
  unsorted: 'No project',
  byPlatform: 'Cresyl',
  details: {
    title: 'File',
    close: 'Close',
    loading: 'Loading the file',
    failedTitle: 'The file could not be loaded',
    goneTitle: 'File not found',
    gone: 'It may have been removed or belong to another organisation, or the link may be incomplete.',
    back: 'Back to files',
    openSlide: 'Open slide',
    size: 'Size',
    exactSize: (size: number) => `${formatBytes(size)} (${formatNumber(size)} bytes)`,
    mediaType: 'File type',
    project: 'Project',
    uploader: 'Uploaded by',
    registrar: 'Registered by',
    created: 'Started',
    updated: 'Last changed',
    origin: 'Origin',
    origins,
    hash: 'SHA-256',
    noHash: 'Not computed yet',
    job: 'Job',
    openJob: 'Open log',
  },
  outcome: {
    uploaded: 'Uploaded',
    openSlide: 'Open slide',
    details: 'Details',
  },
  toDo: {
    chooseAgain: 'Choose the file again and keep the tab open until it is uploaded.',
    sendAgain: 'Choose the file again. If it fails again, ask an Organization Admin.',
    cancelled: 'Nothing was kept. Choose the file again to upload it.',
    waiting: 'It will be read as soon as a server is free. You don’t need to do anything.',
    reading: 'The slide appears once the file has been read. You can leave this page.',
    checking: 'You can open the slide already. Its quality is being checked.',
    uploading:
      'It is still being uploaded. If nothing arrives for a while it is marked as failed; you can also cancel it.',
    unreadable:
      'Export it again from the scanner’s software and upload that copy, or read it again after a server update.',
  },
  download: {
    action: 'Download',
    deed: 'download files',
    notStored: {
      created: 'The upload is not complete yet.',
      failed: 'The upload failed, so there is nothing to download.',
      aborted: 'The upload was cancelled, so there is nothing to download.',
    },
    running: 'The copy is being prepared. The download starts automatically.',
    preparing: (name: string) =>
      `You may not see labels, so a copy of ${isolate(name)} without label, macro and names is being created. The download starts automatically; keep this tab open.`,
    started: (name: string) => `Downloading a copy of ${isolate(name)} without label, macro and names.`,
    notMade: (name: string, why: string | null) =>
      `${isolate(name)} can’t be downloaded: the copy without label could not be created.${why === null ? '' : ` ${why}`} Try again, or ask a Manager, who may download the original.`,
    cancelled: (name: string) =>
      `${isolate(name)} was not downloaded: creating the copy without label was cancelled. Download it again to start over.`,
  },
  reread: {
    action: 'Read again',
    deed: 'read files again',
    notStored: 'The upload is not complete.',
    running: 'It is already being read or waiting to be read.',
    done: (name: string) => `Reading ${isolate(name)} again.`,
  },
  giveUp: {
    action: 'Cancel upload',
    deed: 'cancel uploads',
    title: 'Cancel this upload?',
    text: 'What has arrived so far is removed. If another browser is still sending the file, that upload ends too.',
    sentHere: 'This tab is sending it. Cancel it in the list of uploads above.',
    otherTab: 'Another tab of this browser is sending it right now.',
    confirm: 'Cancel upload',
    keep: 'Keep uploading',
    done: (name: string) => `The upload of ${isolate(name)} was cancelled.`,
  },
  dismiss: {
    action: 'Dismiss',
    title: (name: string) => `Dismiss ${isolate(name)}?`,
    text: 'The file could not be read. It is removed from the list and from storage. You can upload it again at any time.',
    done: (name: string) => `${isolate(name)} was removed from the list.`,
  },
  openDetails: 'Details',
} as const
