/** Thousands to some and decimals to others: nobody guesses which. */
const ambiguous = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/

/** What was typed as a number, with a point or a comma before the decimals; null where it is none. */
export function parseNumber(text: string): number | null {
  const typed = text.replaceAll(/\s/g, '')
  const plain = typed.replace(',', '.')
  if (ambiguous.test(typed) || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null
  return Number(plain)
}
