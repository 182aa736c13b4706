import { number, productName } from './allowed-values.ts'

/** Scanners write some fifty. */
const mostPairs = 1000

/**
 * What says how it was scanned. Not here, because they say who, when or which: Filename, Title, Date, Time, Time Zone,
 * User, Barcode, ImageID, Slide, Rack, Parmset (its user's own words) and ScanScope ID (a serial number).
 */
const keptPairs: Readonly<Record<string, RegExp>> = {
  AppMag: number,
  MPP: number,
  OffsetZ: number,
  StripeWidth: number,
  Filtered: number,
  Gamma: number,
  Left: number,
  Top: number,
  OriginalWidth: number,
  OriginalHeight: number,
  Originalheight: number,
  LineCameraSkew: number,
  LineAreaXOffset: number,
  LineAreaYOffset: number,
  'Focus Offset': number,
  'Exposure Time': number,
  'Exposure Scale': number,
  DisplayColor: number,
  'ICC Profile': productName,
  ScannerType: productName,
}

const size = '\\d{1,7}x\\d{1,7}'
/** Words of the lines in front: `46000x32914 [0,100 46000x32914] (256x256) -> 574x768 JPEG/RGB Q=30`. */
const keptWord = new RegExp(
  [
    '^(?:Aperio|Image|Library|Format|Leica|Biosystems|GT450|GT|DX|AT2|CS2|thumbnail|v\\d{1,4}(?:\\.\\d{1,6})*',
    `${size}|\\[\\d{1,7},\\d{1,7}|${size}\\]|\\(${size}\\)|->|-`,
    '(?:JPEG|J2K|JP2|LZW|RAW|none)(?:/(?:RGB|YCC|YCbCr|KDU|YUV16|Gray)?)?|Q=\\d{1,3})$',
  ].join('|'),
)

/** An Aperio ImageDescription with nothing but what is known to be technical. */
export function filterAperioText(text: string): string {
  const [head = '', ...pairs] = text.split('|', mostPairs + 1)
  const lines = head
    .split(/[\r\n]+/)
    .map(keepWords)
    .filter((line) => line !== '')
  const first = lines[0]?.startsWith('Aperio') ? [] : ['Aperio']
  return [[...first, ...lines].join('\r\n'), ...pairs.flatMap(keepPair)].join('|')
}

const keepWords = (line: string): string =>
  line
    .split(';')
    .map((part) =>
      part
        .split(/\s+/)
        .filter((word) => keptWord.test(word))
        .join(' '),
    )
    .filter((part) => part !== '')
    .join(';')

function keepPair(pair: string): string[] {
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals).trim()
  const value = pair.slice(equals + 1).trim()
  const kept = equals > 0 && Object.hasOwn(keptPairs, name) && keptPairs[name]?.test(value)
  return kept ? [`${name} = ${value}`] : []
}

/** Whether the text is that of a rendering of the scan: `46000x32914 -> 1024x732 - `. */
export const isAperioThumbnail = (text: string): boolean =>
  new RegExp(`^[^|]*${size} -> ${size}`).test(text) || /^Aperio[^|\r\n]*[\r\n]+thumbnail\b/i.test(text)
