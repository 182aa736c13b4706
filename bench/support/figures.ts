/** One thing that was measured, and how much of it is allowed or asked for. */
export interface Figure {
  name: string
  value: number
  unit: string
  atMost?: number
  atLeast?: number
}

export function isWithin({ value, atMost, atLeast }: Figure): boolean {
  // Not a number is within nothing.
  return !(atMost !== undefined && !(value <= atMost)) && !(atLeast !== undefined && !(value >= atLeast))
}

function barOf({ atMost, atLeast, unit }: Figure): string {
  if (atMost !== undefined) return `≤ ${atMost} ${unit}`
  return atLeast !== undefined ? `≥ ${atLeast} ${unit}` : ''
}

/** The last line of a benchmark. */
export function verdictOf(benchmark: string, figures: readonly Figure[]): string {
  const misses = figures.filter((figure) => !isWithin(figure))
  if (misses.length === 0) return `${benchmark}: within budget`
  const list = misses.map((figure) => `${figure.name} ${barOf(figure)}: ${textOf(figure)}`)
  return `${benchmark}: misses ${list.join(', ')}`
}

export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    textOf(figure),
    barOf(figure),
    barOf(figure) === '' ? '' : isWithin(figure) ? '✔' : '✘',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => formatRow(row, widths)).join('\n')
}

function formatRow([name = '', value = '', bar = '', mark = '']: string[], widths: number[]): string {
  const [first = 0, second = 0, third = 0] = widths
  return `  ${name.padEnd(first)}  ${value.padStart(second)}  ${bar.padEnd(third)}  ${mark}`.trimEnd()
}

function textOf({ value, unit }: Figure): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`
}
