import { uploadLimits } from '@cresyl/contract/api/limits'
import { formatTimeLeft } from '../../ui/text/amounts.ts'

const second = 1000
const minute = 60 * second

/** "about 2 min left"; null where nothing honest can be said. */
export function timeLeft(finishesAt: string | null, now: Date): string | null {
  if (finishesAt === null) return null
  const left = (new Date(finishesAt).getTime() - now.getTime()) * uploadLimits.remainingMargin
  return left < -minute ? null : formatTimeLeft(left / second)
}
