/** µm of each unit of length that microscopes' metadata name; pixels and reference frames are no lengths. */
const micrometresOf: Readonly<Record<string, number>> = {
  pm: 1e-6,
  Å: 1e-4,
  nm: 1e-3,
  nanometer: 1e-3,
  µm: 1,
  um: 1,
  micron: 1,
  microns: 1,
  micrometer: 1,
  mm: 1e3,
  millimeter: 1e3,
  cm: 1e4,
  centimeter: 1e4,
  dm: 1e5,
  m: 1e6,
  thou: 25.4,
  in: 25_400,
  inch: 25_400,
  inches: 25_400,
  ft: 304_800,
}

/** A length in µm; undefined where it isn't positive or its unit isn't known. */
export function micrometres(value: number | undefined, unit: string): number | undefined {
  // The micro sign occurs as the Greek letter, escaped (ImageJ) and, from files in Latin-1, as an unreadable byte;
  // the Ångström sign as the letter with its ring and as a sign of its own.
  const name = unit
    .trim()
    .replace(/^(?:\u03bc|\ufffd|\\u00B5)/, 'µ')
    .normalize('NFC')
  const factor = Object.hasOwn(micrometresOf, name) ? micrometresOf[name] : undefined
  const length = factor === undefined || value === undefined ? Number.NaN : value * factor
  // 0.1 of a unit shouldn't become 0.1 of another and a rounding error.
  return length > 0 && Number.isFinite(length) ? Number(length.toPrecision(12)) : undefined
}
