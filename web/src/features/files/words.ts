import type { FileOrigin, FileStatus } from '@cresyl/contract/files'
import { isolate } from '@cresyl/contract/isolate'
import { formatBytes } from '../../ui/amounts.ts'
import { counted } from '../../ui/counted.ts'
import { formatNumber, formatPercent } from '../../ui/dates.ts'
import type { Sending } from './sending.ts'

const statuses = {
  uploading: 'Being uploaded',
  waiting: 'Uploaded: waiting to be read',
  reading: 'Reading',
  checking: 'Checking the quality',
  ready: 'Ready',
  unreadable: 'Could not be read',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<FileStatus, string>

const origins = {
  upload: 'Uploaded',
  import: 'Registered where it lies, not copied',
} as const satisfies Record<FileOrigin, string>

export const words = {
  getHelp: 'Get help',
  /** What a ticket about it begins with. */
  reportOf: (name: string) => `About the file ${name}`,
  quality: {
    warned: 'QC warning',
    failed: 'QC failed',
    error: 'QC error',
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
    text: 'Every scan file that your organisation uploads is listed here, with what became of it. Nobody has uploaded one yet.',
    nothingFound:
      'No file matches what you chose. Try fewer or other words, or another state, project or person.',
    clear: 'Show all files',
  },
  noAccess: {
    title: 'The files are not open to you',
    text: 'Here is what was uploaded and what became of it.',
    deed: 'see the files',
  },
  statuses,
  /** "Reading, 40%". */
  reading: (progress: number | null) =>
    progress === null ? statuses.reading : `${statuses.reading}, ${formatPercent(progress)}`,
  sending: (sending: Sending) =>
    sending.tab === 'this' ? 'In this tab' : `In another tab, ${formatPercent(sending.percent / 100)}`,
  progressOf: (name: string) => `How far ${isolate(name)} is`,
  pictureOf: (name: string) => `Slide of ${isolate(name)}`,
  noPicture: 'No picture yet',
  unsorted: 'No project',
  byPlatform: 'Cresyl',
  details: {
    title: 'File',
    close: 'Close',
    loading: 'Loading the file',
    failedTitle: 'The file could not be loaded',
    goneTitle: 'This file is not here',
    gone: 'It may have been removed, it may belong to another organisation, or the link may be incomplete.',
    back: 'Back to the files',
    openSlide: 'Open slide',
    size: 'Size',
    exactSize: (size: number) => `${formatBytes(size)} (${formatNumber(size)} bytes)`,
    mediaType: 'File type',
    project: 'Project',
    uploader: 'Uploaded by',
    registrar: 'Registered by',
    created: 'Begun',
    updated: 'Last change',
    origin: 'Origin',
    origins,
    hash: 'Hash',
    noHash: 'Not known yet',
    job: 'Job',
    openJob: 'Open its log',
  },
  outcome: {
    uploaded: 'Uploaded',
    openSlide: 'Open slide',
    details: 'Details',
  },
  toDo: {
    chooseAgain: 'Choose the file again on this page, and leave the tab open until it is uploaded.',
    sendAgain: 'Choose the file again to upload it anew. If it fails once more, ask an Organization Admin.',
    cancelled: 'Nothing of it is kept. Choose the file again if it is needed after all.',
    waiting: 'It is read by itself as soon as a machine is free. Nothing needs to be done.',
    reading: 'The slide is there as soon as it has been read. You may leave this page.',
    checking: 'The slide can be opened already. Its quality is being checked.',
    uploading:
      'Its parts are still arriving. If nobody sends it any more it is marked as failed after a while, or you can give it up.',
    unreadable:
      'Once the cause is gone, such as after an update, have it read again. Otherwise export it anew from the scanner’s program and upload that.',
  },
  download: {
    action: 'Download',
    deed: 'download files',
    notStored: {
      created: 'It is not complete yet: wait until it has been uploaded.',
      failed: 'Its upload failed: nothing of it is kept.',
      aborted: 'Its upload was cancelled: nothing of it is kept.',
    },
    running: 'Its copy is being prepared: the download starts by itself.',
    preparing: (name: string) =>
      `You may not see labels, so a copy of ${isolate(name)} without label, macro and names is being made. The download starts by itself when it is done: leave this tab open.`,
    started: (name: string) =>
      `The copy of ${isolate(name)} without label, macro and names is being downloaded.`,
    notMade: (name: string, why: string | null) =>
      `${isolate(name)} can’t be downloaded: its copy without label could not be made.${why === null ? '' : ` ${why}`} Try again, or ask a Manager, who may download the file itself.`,
    cancelled: (name: string) =>
      `${isolate(name)} is not downloaded: making its copy without label was cancelled. Download it again to have it made.`,
  },
  reread: {
    action: 'Read again',
    deed: 'have files read again',
    notStored: 'Only a file that has been uploaded completely can be read.',
    running: 'It is being read, or waits for it.',
    done: (name: string) => `${isolate(name)} is read again.`,
  },
  giveUp: {
    action: 'Give up this upload',
    deed: 'give up uploads',
    title: 'Give up this upload?',
    text: 'What has arrived of it is removed. Another browser may still be sending it: its upload ends, too.',
    sentHere: 'This tab is sending it: cancel it among the uploads above.',
    otherTab: 'Another tab of this browser is sending it right now.',
    confirm: 'Give it up',
    keep: 'Keep it',
    done: (name: string) => `The upload of ${isolate(name)} was given up.`,
  },
  openDetails: 'Details',
} as const
