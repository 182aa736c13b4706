import type { Axis } from '@cresyl/contract/slides/image-space'
import { currentLocale } from '../../../ui/text/locale.ts'

/** "2 µm": how far this focus plane lies from the first; '' where the file doesn't say how far planes are apart. */
export function depthText(plane: number, axis: Axis | undefined): string {
  return axis === undefined ? '' : `${decimals(plane * axis.step, axis.step)} µm`
}

/** "90 s", "2:30 min", "1:02:30 h" after the first point of time. */
export function timeText(point: number, axis: Axis | undefined): string {
  if (axis === undefined) return ''
  const seconds = point * axis.step
  // Figures stand in columns: what the last point is told in, all of them are.
  const last = Math.abs((axis.size - 1) * axis.step)
  if (last < 120) return `${decimals(seconds, axis.step)} s`
  const [hours, minutes, rest] = parts(Math.round(seconds))
  if (last < 3600) return `${minutes}:${two(rest)} min`
  return `${hours}:${two(minutes)}:${two(rest)} h`
}

function parts(seconds: number): [hours: number, minutes: number, seconds: number] {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
}

const two = (value: number) => String(value).padStart(2, '0')

/** As many decimals as tell one step from the next. */
function decimals(value: number, step: number): string {
  const size = Math.abs(step)
  const digits = size >= 100 ? 0 : size >= 1 ? 1 : Math.min(4, Math.ceil(-Math.log10(size)) + 1)
  return new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
