import type { RunEstimate } from '@cresyl/contract/inference-jobs'
import { formatTimeLeft } from '../../../ui/amounts.ts'
import { counted } from '../../../ui/counted.ts'

/** "Takes about 3 min, going by 5 earlier runs. 2 jobs go before it." */
export function estimateSentence({ seconds, runs, queue_place: before }: RunEstimate): string {
  const time =
    seconds === null
      ? 'It was not run here yet, so nobody can say how long it takes.'
      : `Takes ${formatTimeLeft(seconds).replace(/ left$/, '')}, going by ${counted(runs, 'earlier run')}.`
  if (before === 0) return `${time} It is the next to be run.`
  return `${time} ${counted(before, 'job')} ${before === 1 ? 'goes' : 'go'} before it.`
}
