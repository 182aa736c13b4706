import type { TileRange } from '@cresyl/contract/qc/qc-measures'
import { formatFigure } from '../../../ui/text/amounts.ts'
import { amount } from './words.ts'

/** A value of a heat map with as many digits as it means something. */
export function rangeFigure({ unit, scale }: TileRange, value: number): string {
  const digits = scale === 'linear' ? 0 : Math.min(Math.max(1 - Math.floor(Math.log10(value)), 0), 4)
  return amount(formatFigure(value, digits), unit)
}
