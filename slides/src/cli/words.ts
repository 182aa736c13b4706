/** At most that many decimals, without zeros at the end. */
export const decimals = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

/** `1.94 MB` */
export function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let value = count
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`
}

/** `1 level`, `3 levels` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** 0xRRGGBB as `#rrggbb` */
export const colorName = (color: number): string => `#${color.toString(16).padStart(6, '0')}`

/** Text of a file in one line; control characters could play tricks on a terminal. */
export const readable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
