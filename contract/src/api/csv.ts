export type CsvValue = string | number | null

/** Begins a file: without it Excel reads µ and ä as other letters. */
export const csvStart = '\uFEFF'

/**
 * One line of a table (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe, so that nothing
 * somebody has named runs on the machine of whoever opens the table; numbers stay numbers, whatever their sign.
 */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(fieldOf).join(',')}\r\n`
}

function fieldOf(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (/^[=+\-@＝＋－＠\t\r]/.test(value)) return quoted(`'${value}`)
  return /[",\r\n]/.test(value) ? quoted(value) : value
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
