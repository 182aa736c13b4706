import { formatFigure } from '../../../ui/text/amounts.ts'
import { currentLocale } from '../../../ui/text/locale.ts'
import { words } from '../words.ts'
import type { Unit } from './chart-data.ts'
import { formatChange } from './format.ts'

/** How a figure differs from the one of the period before. */
export interface Change {
  direction: 'up' | 'down' | 'level'
  tone: 'good' | 'bad' | 'plain'
  text: string
}

/** Null where one of them can't be told. */
export function changeOf(
  unit: Unit,
  now: number | null,
  before: number | null,
  moreIsBetter: boolean | null,
  locale = currentLocale(),
): Change | null {
  if (now === null || before === null) return null
  if (now === before) return { direction: 'level', tone: 'plain', text: words.figure.same }
  const isMore = now > before
  const tone = moreIsBetter === null ? 'plain' : isMore === moreIsBetter ? 'good' : 'bad'
  return { direction: isMore ? 'up' : 'down', tone, text: textOf(unit, now, before, locale) }
}

function textOf(unit: Unit, now: number, before: number, locale: ReturnType<typeof currentLocale>): string {
  // A share of a share would be taken for the share itself.
  if (unit === 'share') {
    const points = (now - before) * 100
    return words.figure.points(`${points > 0 ? '+' : '−'}${formatFigure(Math.abs(points), 1, locale)}`)
  }
  return formatChange(now, before, locale) ?? words.figure.none
}
