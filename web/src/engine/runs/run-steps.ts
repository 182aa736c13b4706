import { messages } from '@cresyl/contract/api/messages'

/** What is done where a check is overridden for a run, in this order. */
export const overrideAndRun = ['override', 'create', 'state'] as const
export type RunStep = (typeof overrideAndRun)[number]
/** Where nothing is in the way of the run. */
export const runOnly = ['create', 'state'] as const satisfies readonly RunStep[]
/** Where nothing is to be run yet. */
export const overrideOnly = ['override'] as const satisfies readonly RunStep[]

/** What a later step needs to know of the run that was made. */
export interface MadeRun {
  readonly id: string
}

export interface RunCalls {
  /** Says that the check counts no longer. */
  override(): Promise<unknown>
  /** Null where the answer was empty. */
  create(): Promise<MadeRun | null>
  /** Says the state of the run again. */
  state(made: MadeRun): Promise<unknown>
}

export interface RunProgress {
  /** What was to be done when it began. */
  readonly steps: readonly RunStep[]
  /** The step that comes next, or failed; null once all are done. */
  readonly next: RunStep | null
  readonly isRunning: boolean
  readonly made: MadeRun | null
  /** What went wrong at `next`, in a sentence of its own. */
  readonly failure: string | null
}

export const notBegun = (steps: readonly RunStep[]): RunProgress => ({
  steps,
  next: steps[0] ?? null,
  isRunning: false,
  made: null,
  failure: null,
})

/** Where to go on with these steps: from the beginning, as long as nothing is done. */
export const begunWith = (progress: RunProgress | null, steps: readonly RunStep[]): RunProgress =>
  progress === null || progress.next === progress.steps[0] ? notBegun(steps) : progress

const failures = {
  override: messages.qcOverride.updateFailed,
  create: messages.qcOverride.createFailed,
  state: messages.qcOverride.stateFailed,
} as const satisfies Record<RunStep, (serverMessage: string) => string>

/**
 * Goes on where it stopped: what is done is not done again. Each change is told; resolves when all is done or a step
 * has failed.
 */
export async function goOn(
  from: RunProgress,
  calls: RunCalls,
  changed: (progress: RunProgress) => void,
): Promise<RunProgress> {
  let progress = from
  const become = (change: Partial<RunProgress>) => {
    progress = { ...progress, ...change }
    changed(progress)
  }
  while (progress.next !== null) {
    const step: RunStep = progress.next
    become({ isRunning: true, failure: null })
    try {
      const made: MadeRun | null = await take(step, progress.made, calls)
      become({ next: progress.steps[progress.steps.indexOf(step) + 1] ?? null, made })
    } catch (error) {
      become({ isRunning: false, failure: failures[step](sentenceOf(error)) })
      return progress
    }
  }
  become({ isRunning: false })
  return progress
}

async function take(step: RunStep, made: MadeRun | null, calls: RunCalls): Promise<MadeRun | null> {
  if (step === 'create') {
    const run = await calls.create()
    // Nothing is known to have been created.
    if (run === null) throw new Error(messages.somethingWentWrong)
    return run
  }
  if (step === 'override') await calls.override()
  else if (made !== null) await calls.state(made)
  return made
}

const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : messages.somethingWentWrong
