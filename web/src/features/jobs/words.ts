import { isolate } from '@cresyl/contract/api/isolate'
import { type JobKind, jobDefinitions, type StartableJobKind } from '@cresyl/contract/operations/job-kinds'
import type { Job, JobState } from '@cresyl/contract/operations/jobs'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber, formatTime } from '../../ui/text/dates.ts'
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
  queued: 'is waiting again',
  running: 'is running again',
  succeeded: 'is done',
  failed: 'failed',
  cancelled: 'was cancelled',
}

const checks: Record<StartableJobKind, { text: string; button: string }> = {
  check_organization: {
    text: 'Runs all the checks below.',
    button: 'Check everything',
  },
  check_storage: {
    text: 'Reads every stored file and compares it with what was stored.',
    button: 'Check stored files',
  },
  check_audits: {
    text: 'Compares the whole audit log with its seals to confirm that nothing was changed or removed.',
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
    more: (count: number) => `${formatNumber(count)} more waiting.`,
    showMore: 'Show more',
    shown: (shown: number, count: number) => `${formatNumber(shown)} of ${formatNumber(count)} shown`,
    loading: 'Loading the jobs',
    failedTitle: 'The jobs could not be loaded',
  },
  empty: {
    title: 'Nothing is running',
    text: 'Tasks that take a while, such as reading slides, quality checks and predictor runs, appear here with their progress and log.',
  },
  progressOf: (kind: JobKind) => `Progress of ${labelOf(kind)}`,
  askedBy: 'Requested by',
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
    gone: 'It no longer exists, or you may not see it. Finished jobs are kept only for a while.',
    failedTitle: 'The job could not be loaded',
    batch: 'Part of',
    askedFor: 'Requested',
    by: 'by',
    started: 'Started',
    took: 'Took',
    machine: 'Server',
    openBatch: 'Open the batch',
  },
  log: {
    title: 'Log',
    label: 'Lines of the log',
    cut: 'Only the newest lines are shown; older ones were removed.',
    attempt: (attempt: number) => `Attempt ${formatNumber(attempt)}`,
    empty: {
      queued: 'Nothing yet: the job has not started.',
      running: 'Nothing yet.',
      ended: 'The log is empty.',
    },
    levels: { info: 'Info', warn: 'Warning', error: 'Error' },
    copy: 'Copy',
    copied: 'Copied',
    copyRefused: 'The browser blocked copying. Download the log instead.',
    download: 'Download',
    fileName: (kind: JobKind, id: string) => `${kind.replaceAll('_', '-')}-${id}.txt`,
    newest: 'Go to the newest line',
  },
  cancel: {
    action: 'Cancel',
    of: (kind: JobKind) => `Cancel: ${labelOf(kind)}`,
    deed: 'cancel this job',
    title: 'Cancel this job?',
    text: 'Its work so far is discarded. You can try it again later, from the beginning.',
    batchTitle: 'Cancel this batch?',
    batchText: 'The remaining work is not done. Finished parts stay.',
    confirm: 'Cancel the job',
    confirmBatch: 'Cancel the batch',
    keep: 'Keep it running',
    already: 'It is already being cancelled.',
  },
  retry: {
    action: 'Try again',
    of: (kind: JobKind) => `Try again: ${labelOf(kind)}`,
    deed: 'try this job again',
  },
  superadminOnly: (deed: string) => `Only superadmins may ${deed}.`,
  checks: {
    label: 'Checks',
    context: 'Verify that the stored files and the audit log of your organisation are intact.',
    deed: 'check the organisation',
    noAccess: {
      title: 'You may not see the checks',
      text: 'Checks verify that stored files and the audit log are intact.',
    },
    loading: 'Loading the checks',
    failedTitle: 'The checks could not be loaded',
    kinds: checks,
    never: 'Not run yet.',
    lastRun: 'Last run',
    started: 'Started',
    log: 'Open the log',
    logOf: (kind: JobKind) => `Open the log: ${labelOf(kind)}`,
    runsNow: 'It is already running. Wait until it is done, or cancel it first.',
  },
} as const

/** "1 waiting" after those that run, "1 job waiting" by itself. */
function waitingWords(running: number, waiting: number): string {
  return running > 0 ? `${formatNumber(waiting)} waiting` : `${counted(waiting, 'job')} waiting`
}
