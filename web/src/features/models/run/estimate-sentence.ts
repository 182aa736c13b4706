import type { RunEstimate } from '@cresyl/contract/predictors/inference-jobs'
import { formatTimeLeft } from '../../../ui/text/amounts.ts'
import { counted } from '../../../ui/text/counted.ts'
import { placeSentence } from '../../../ui/text/place-sentence.ts'

/** "Takes about 3 min, going by 5 earlier runs. 2 jobs go before it." */
export function estimateSentence({ seconds, runs, queue_place: before }: RunEstimate): string {
  const time =
    seconds === null
      ? 'No time estimate yet: first run of this predictor here.'
      : `Takes ${formatTimeLeft(seconds).replace(/ left$/, '')}, based on ${counted(runs, 'earlier run')}.`
  return `${time} ${placeSentence(before)}`
}
