import { uploadLimits } from '@cresyl/contract/limits'
import { formatTimeLeft } from '../../ui/amounts.ts'
import { formatNumber } from '../../ui/dates.ts'

const second = 1000
const minute = 60 * second

/** "45 s", "3 min 20 s", "2 h 5 min": the two units that matter. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / second))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return joined(`${minutes} min`, seconds % 60, 's')
  return joined(`${formatNumber(Math.floor(minutes / 60))} h`, minutes % 60, 'min')
}

/** "about 2 min left"; null where nothing honest can be said. */
export function timeLeft(finishesAt: string | null, now: Date): string | null {
  if (finishesAt === null) return null
  const left = (new Date(finishesAt).getTime() - now.getTime()) * uploadLimits.remainingMargin
  return left < -minute ? null : formatTimeLeft(left / second)
}

function joined(large: string, rest: number, unit: string): string {
  return rest === 0 ? large : `${large} ${rest} ${unit}`
}
