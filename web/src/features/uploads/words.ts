import { isolate } from '@cresyl/contract/api/isolate'
import { uploadLimits } from '@cresyl/contract/api/limits'
import { formatBytes } from '../../ui/text/amounts.ts'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber } from '../../ui/text/dates.ts'

const files = (count: number) => counted(count, 'file')
const quoted = (name: string) => `“${isolate(name)}”`
const formats = uploadLimits.extensions.map((extension) => `.${extension}`)

export const words = {
  drop: {
    title: 'Drop scan files or folders here',
    more: 'Drop more files or folders anywhere on this page',
    accepted: () =>
      `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}, ${formatBytes(uploadLimits.minFileSize)} to ${formatBytes(uploadLimits.maxFileSize)} each`,
    files: 'Choose files',
    folder: 'Choose a folder',
    over: 'Drop to add them',
    overText: 'Subfolders are included.',
    reading: (count: number) => `Searching folders: ${files(count)} so far`,
    notFiles: 'Text and links can’t be uploaded. Drop scan files or folders from your computer instead.',
    nothing: 'You dropped no files. Drop scan files, or folders that contain some.',
    onlyHidden: 'You dropped only hidden and system files, which are skipped.',
    leftOut: (count: number) => `${counted(count, 'hidden or system file')} skipped.`,
    unreadable: (count: number) =>
      `${counted(count, 'file or folder', 'files or folders')} could not be read. Check that you may open them, then drop them again.`,
    repeated: (names: readonly string[]) => {
      const [first = ''] = names
      return names.length === 1
        ? `${quoted(first)} is already in the list.`
        : `${files(names.length)} are already in the list and were not added again.`
    },
  },
  refused: {
    title: 'You can’t upload scan files here',
    deed: 'upload scan files',
  },
  drafts: {
    title: 'New files',
    sums: (total: number, valid: number, errors: number) => {
      if (errors === 0)
        return total === 1 ? '1 file, ready to upload' : `${files(total)}, all ready to upload`
      if (total === 1) return '1 file that cannot be uploaded'
      return `${files(total)}: ${formatNumber(valid)} ready to upload, ${formatNumber(errors)} with errors`
    },
    forAll: 'For all new files',
    start: (count: number, bytes: number) =>
      count === 0 ? 'Upload' : `Upload ${files(count)}, ${formatBytes(bytes)}`,
    nothingToStart: 'None of these files can be uploaded. Rename or remove them.',
    removeAll: 'Remove all',
    list: 'New files',
    doubles: (names: readonly string[]) => {
      const [first = ''] = names
      return names.length === 1
        ? `More than one of these files is called ${quoted(first)}. They can be uploaded, but will look the same in lists.`
        : `${formatNumber(names.length)} names appear more than once. The files can be uploaded, but will look the same in lists.`
    },
    double: 'Another new file has the same name.',
  },
  errors: {
    title: (count: number) =>
      count === 1 ? 'One file cannot be uploaded' : `${files(count)} cannot be uploaded`,
    list: 'Errors by file',
    copy: 'Copy the list',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying. Select the text and copy it instead.',
    suggested: (count: number) => (count === 1 ? 'Use the suggested name' : 'Use suggested names'),
    remove: 'Remove files with errors',
  },
  belonging: {
    project: 'Project',
    tissue: 'Tissue',
    stain: 'Stain',
    unsorted: 'Unsorted',
    none: 'None',
    various: 'Various',
    searching: 'Searching…',
    noProject: 'No project found',
    noTerm: 'Nothing found',
    more: (count: number) => `${formatNumber(count)} more: type to search`,
    create: (name: string) => `Create project ${quoted(name)}`,
    created: (name: string) => `${quoted(name)} was created.`,
    unknown: 'Unknown',
  },
  edit: {
    title: 'Name and project',
    name: 'Name',
    original: (name: string) => `On your computer: ${isolate(name)}`,
    submit: 'Save',
    suggestion: (name: string) => `Use ${isolate(name)}`,
  },
  list: {
    label: 'Uploads of this tab',
    was: (name: string) => `on your computer: ${isolate(name)}`,
    folder: (folder: string) => `in ${isolate(folder)}`,
    progressOf: (name: string) => `Progress of ${isolate(name)}`,
    parts: (sent: number, count: number, failed: number) =>
      `${formatNumber(sent)} of ${counted(count, 'part')}${failed > 0 ? `, ${formatNumber(failed)} failed` : ''}`,
    noTimeLeft: 'time left unknown',
    cancelledText: 'Nothing was kept.',
  },
  states: {
    draft: 'New',
    waiting: 'Waiting',
    starting: 'Starting',
    sending: 'Uploading',
    finishing: 'Finishing',
    completed: 'Uploaded',
    failed: 'Failed',
    cancelled: 'Upload cancelled',
    paused: 'Paused',
    disconnected: 'Waiting for the connection',
  },
  actions: {
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    retry: 'Retry',
    again: 'Upload again',
    dismiss: 'Dismiss',
    remove: 'Remove',
    edit: 'Edit name or project',
    details: 'Details',
    top: 'Move to the top',
    up: 'Move up',
    down: 'Move down',
    isFirst: 'It is already first.',
    isLast: 'It is already last.',
    of: (action: string, name: string) => `${action}: ${isolate(name)}`,
    handle: (name: string) => `Order of ${isolate(name)}: drag, or use the arrow keys`,
    moved: (name: string, place: number, count: number) =>
      `${isolate(name)}: place ${formatNumber(place)} of ${formatNumber(count)}`,
  },
  summary: {
    progress: 'Progress of all uploads',
    files: (done: number, count: number) => `${formatNumber(done)} of ${files(count)} uploaded`,
    bytes: (sent: number, all: number) => `${formatBytes(sent)} of ${formatBytes(all)}`,
    failed: (count: number) => `${formatNumber(count)} failed`,
    cancelled: (count: number) => `${formatNumber(count)} cancelled`,
    unreadable: (count: number) => `${formatNumber(count)} could not be read`,
    paused: 'Paused',
    disconnected: 'The server can’t be reached. Uploading continues automatically.',
    pauseAll: 'Pause all',
    resumeAll: 'Resume all',
    cancelAll: 'Cancel all',
    retryFailed: (count: number) => (count === 1 ? 'Retry failed' : `Retry ${formatNumber(count)} failed`),
    clear: 'Clear finished',
  },
  toDo: {
    signedUrl: 'The server gave no upload address. Retry; if it fails again, sign in again.',
    stopped: 'The browser stopped sending, often because of low memory. Close other tabs, then retry.',
    interrupted: 'Choose the file again and keep this tab open until it is done.',
    parts: 'Some parts did not arrive after four attempts. Check the network, then retry.',
    unreadable: 'Dismiss this row, then choose the file again.',
    noParts: 'Check that you can still open the file on your computer, then retry.',
    validation: 'Edit its name or project, then retry.',
    other: 'Retry. If it fails again, edit its name or project, or ask an Organization Admin.',
  },
  views: {
    label: 'Which uploads to show',
    all: 'All',
    active: 'In progress',
    failed: 'Failed',
    completed: 'Uploaded',
    unreadable: 'Could not be read',
    count: (view: string, count: number) => `${view} (${formatNumber(count)})`,
  },
  cancelAll: {
    title: 'Cancel all uploads?',
    text: (count: number) =>
      `${count === 1 ? 'One file is' : `${files(count)} are`} not uploaded yet. Unfinished uploads are discarded; finished ones stay.`,
    confirm: 'Cancel all uploads',
    keep: 'Keep uploading',
  },
  details: {
    title: 'Upload details',
    close: 'Close',
    name: 'Name',
    original: 'On your computer',
    folder: 'Folder',
    size: 'Size',
    state: 'State',
    message: 'Message',
    reason: 'Reason',
    parts: 'Parts',
    partSize: 'Part size',
    concurrency: 'Recommended concurrency',
    concurrencyOf: (count: number) => `${counted(count, 'part')} at once`,
    id: 'File id',
  },
  news: {
    started: (count: number) => `Uploading ${files(count)}.`,
    uploaded: (done: number, count: number) => `${formatNumber(done)} of ${files(count)} uploaded.`,
    failed: (count: number) => `${counted(count, 'upload')} failed.`,
    ended: 'All uploads have finished.',
    lost: 'The server can’t be reached. Uploads are waiting.',
    back: 'Connected again. Uploads continue.',
  },
} as const
