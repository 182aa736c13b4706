/** What a value must look like to stay: a number, a yes or no, the name of a product; never a sentence or a date. */
export const number = /^[-+]?\d{0,9}(?:[.,]\d{1,18}|\d)(?:e[-+]?\d{1,3})?$/i
export const yesOrNo = /^(?:true|false)$/i
export const productName = /^[\w .,()/+-]{1,64}$/
/** The name of a channel is its user's own, and the image can't be understood without it. */
export const channelName = /^[^\p{Cc}]{1,256}$/u

const units = [
  ...['pm', 'nm', 'um', 'mm', 'cm', 'dm', 'm', '[\u00b5\u03bc\ufffd]m', '\\\\u00B5m', '\u212b', '\u00c5'],
  ...['nanometer', 'micron', 'microns', 'micrometer', 'millimeter', 'centimeter', 'thou', 'in', 'inch'],
  ...['inches', 'ft', 'pixel', 'pixels', 'reference frame', 'ns', '[\u00b5\u03bc]s', 'ms', 's', 'min', 'h'],
]
export const unit = new RegExp(`^(?:${units.join('|')})$`)

const programs = [
  ...['PerkinElmer-QPI', 'Vectra ?Polaris', 'Vectra', 'PhenoImager(?: HT| Fusion)?', 'inForm', 'QuPath'],
  ...['Aperio Image Library', 'OME Bio-Formats', 'ImageJ', 'libvips', 'tifffile\\.py', 'Cresyl'],
  ...['Philips DP', 'MedScan'],
]
const knownProgram = new RegExp(`^(?:${programs.join('|')})(?: v?\\d{1,4}(?:\\.\\d{1,6}){0,4})?(?=$|[^\\w.])`)

/** The program that wrote a file, by its name and version; undefined where it isn't one of those known here. */
export const programName = (text: string): string | undefined => knownProgram.exec(text.trim())?.[0]
