import type { QcJob } from '@cresyl/contract/qc/qc-jobs'

export const isUnderWay = ({ state }: Pick<QcJob, 'state'>): boolean =>
  state === 'queued' || state === 'running'

export const isJudged = ({ state }: Pick<QcJob, 'state'>): boolean =>
  state === 'passed' || state === 'warned' || state === 'failed'

/** Whether somebody may decide otherwise: what keeps predictors away. */
export const isOverridable = ({ state }: Pick<QcJob, 'state'>): boolean =>
  state === 'failed' || state === 'error'

/** Of the checks of an image, newest first: the one that counts, and the one whose measures are shown. */
export function standingOf<Check extends Pick<QcJob, 'id' | 'state'>>(
  checks: readonly Check[],
  chosenId: string | undefined,
): { newest: Check | undefined; shown: Check | undefined; isEarlier: boolean } {
  const [newest] = checks
  const chosen = checks.find(({ id }) => id === chosenId)
  const shown = chosen && isJudged(chosen) ? chosen : checks.find(isJudged)
  return { newest, shown, isEarlier: shown !== undefined && shown === chosen && shown !== newest }
}
