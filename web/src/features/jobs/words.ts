import { isolate } from '@cresyl/contract/isolate'
import { type JobKind, jobDefinitions, type StartableJobKind } from '@cresyl/contract/job-kinds'
import type { Job, JobState } from '@cresyl/contract/jobs'
import { counted } from '../../ui/counted.ts'
import { formatNumber, formatTime } from '../../ui/dates.ts'
import type { Standing } from './job-state.ts'

const labelOf = (kind: JobKind): string => jobDefinitions[kind].label

/** "Check the quality: Liver 12", "Nuclei: Liver 12". */
const nameOf = ({ kind, subject_name, predictor_name: label }: NamedJob): string =>
  subject_name === null ? (label ?? labelOf(kind)) : `${label ?? labelOf(kind)}: ${isolate(subject_name)}`

type NamedJob = Pick<Job, 'kind' | 'subject_name' | 'predictor_name'>

function endOf(job: Job): string {
  const { kind, subject_name: name } = job
  if (job.state === 'succeeded' && kind === 'export_region') return 'Region exported.'
  if (job.state === 'succeeded' && kind === 'align_slides' && name !== null)
    return `${isolate(name)} aligned.`
  return `${nameOf(job)} ${outcomes[job.state]}.`
}

const standings: Record<Standing, string> = {
  waiting: 'Waiting',
  again: 'Waiting to try again',
  running: 'Running',
  cancelling: 'Cancelling…',
  succeeded: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

const outcomes: Record<JobState, string> = {
  queued: 'waits again',
  running: 'runs again',
  succeeded: 'is done',
  failed: 'failed',
  cancelled: 'was cancelled',
}

const checks: Record<StartableJobKind, { text: string; button: string }> = {
  check_organization: {
    text: 'Does all of the checks below together.',
    button: 'Check everything',
  },
  check_storage: {
    text: 'Reads every stored file and compares it with what was stored.',
    button: 'Check stored files',
  },
  check_audits: {
    text: 'Follows the audit log from its first entry and compares it with its seals: nothing was changed or taken out.',
    button: 'Check the audit log',
  },
}

export const words = {
  labelOf,
  nameOf,
  getHelp: 'Get help',
  /** What a ticket about it begins with. */
  reportOf: ({ kind, subject_name, predictor_name, message }: NamedJob & Pick<Job, 'message'>) => ({
    subject: `${predictor_name ?? labelOf(kind)} failed${subject_name === null ? '' : `: ${subject_name}`}`,
    content: message === null ? '' : `${message}\n\n`,
  }),
  standings,
  title: 'Jobs',
  one: 'Job',
  close: 'Close',
  back: 'All jobs',
  indicator: {
    name: ({ running, waiting, failed }: { running: number; waiting: number; failed: number }): string => {
      const active = [
        running > 0 && `${counted(running, 'job')} running`,
        waiting > 0 && waitingWords(running, waiting),
      ]
      const said = active.filter(Boolean).join(', ') || 'Jobs: nothing is running'
      return failed === 0 ? said : `${said}, ${formatNumber(failed)} failed since you last looked`
    },
    ended: (jobs: readonly Job[]): string => jobs.map(endOf).join(' '),
  },
  list: {
    running: 'Running',
    waiting: 'Waiting',
    settled: 'Finished',
    nothingRuns: 'Nothing is running.',
    more: (count: number) => `${formatNumber(count)} more wait behind these.`,
    showMore: 'Show more',
    shown: (shown: number, count: number) => `${formatNumber(shown)} of ${formatNumber(count)} shown`,
    loading: 'Loading the jobs',
    failedTitle: 'The jobs could not be loaded',
  },
  empty: {
    title: 'Nothing is running',
    text: 'What takes longer than a moment appears here with its progress and its log: checks of the organisation now, and later what is done with your slides.',
  },
  progressOf: (kind: JobKind) => `Progress of ${labelOf(kind)}`,
  askedBy: 'Asked for by',
  byPlatform: 'Started by Cresyl',
  on: 'on',
  attempt: 'Attempt',
  /** "2 of 3", and when it is made if that is still to come. */
  attemptOf: ({ attempt, max_attempts, state, run_after }: Job, now: Date): string => {
    const count = `${formatNumber(attempt)} of ${formatNumber(Math.max(attempt, max_attempts))}`
    const waits = state === 'queued' && new Date(run_after) > now
    return waits ? `${count}, again at ${formatTime(run_after)}` : count
  },
  children: {
    label: 'Parts of the batch',
    rollUp: ({ total, succeeded, running, failed, cancelled }: NonNullable<Job['children']>): string =>
      [
        `${formatNumber(succeeded)} of ${counted(total, 'part')} done`,
        running > 0 && `${formatNumber(running)} running`,
        failed > 0 && `${formatNumber(failed)} failed`,
        cancelled > 0 && `${formatNumber(cancelled)} cancelled`,
      ]
        .filter(Boolean)
        .join(', '),
    more: (count: number) => `${counted(count, 'more part')} ${count === 1 ? 'is' : 'are'} not shown here.`,
    loading: 'Loading the parts',
    failed: 'The parts could not be loaded.',
    retry: 'Try again',
  },
  details: {
    loading: 'Loading the job',
    goneTitle: 'This job cannot be shown',
    gone: 'It does not exist any more, or you may not see it. Finished jobs are kept for a while only.',
    failedTitle: 'The job could not be loaded',
    batch: 'Part of',
    askedFor: 'Asked for',
    by: 'by',
    started: 'Started',
    took: 'Took',
    machine: 'Machine',
    openBatch: 'Open the batch',
  },
  log: {
    title: 'Log',
    label: 'Lines of the log',
    cut: 'Older lines were cut: these are the newest.',
    attempt: (attempt: number) => `Attempt ${formatNumber(attempt)}`,
    empty: {
      queued: 'Nothing yet: it has not started.',
      running: 'Nothing yet.',
      ended: 'It has written nothing.',
    },
    levels: { info: 'Info', warn: 'Warning', error: 'Error' },
    copy: 'Copy',
    copied: 'Copied',
    copyRefused: 'The browser does not let pages copy. Download the log instead.',
    download: 'Download',
    fileName: (kind: JobKind, id: string) => `${kind.replaceAll('_', '-')}-${id}.txt`,
    newest: 'Go to the newest line',
  },
  cancel: {
    action: 'Cancel',
    of: (kind: JobKind) => `Cancel: ${labelOf(kind)}`,
    deed: 'cancel this job',
    title: 'Cancel this job?',
    text: 'What it has done so far is not kept. It can be tried again later, from the beginning.',
    batchTitle: 'Cancel this batch?',
    batchText: 'What it still has to do is left undone. What is done already stays.',
    confirm: 'Cancel the job',
    confirmBatch: 'Cancel the batch',
    keep: 'Keep it running',
    already: 'It is being cancelled already.',
  },
  retry: {
    action: 'Try again',
    of: (kind: JobKind) => `Try again: ${labelOf(kind)}`,
    deed: 'try this job again',
  },
  superadminOnly: (deed: string) => `Only those who look after the whole installation may ${deed}.`,
  checks: {
    label: 'Checks',
    context: 'Make sure that what Cresyl keeps for your organisation is as it was when it was stored.',
    deed: 'check the organisation',
    noAccess: {
      title: 'The checks are not open to you',
      text: 'Here is checked that what Cresyl keeps is as it was when it was stored.',
    },
    loading: 'Loading the checks',
    failedTitle: 'The checks could not be loaded',
    kinds: checks,
    never: 'Never run yet.',
    lastRun: 'Last run',
    started: 'Started',
    log: 'Open the log',
    logOf: (kind: JobKind) => `Open the log: ${labelOf(kind)}`,
    runsNow: 'It is under way. Wait for it, or cancel it first.',
  },
} as const

/** "1 waiting" after those that run, "1 job waiting" by itself. */
function waitingWords(running: number, waiting: number): string {
  return running > 0 ? `${formatNumber(waiting)} waiting` : `${counted(waiting, 'job')} waiting`
}
