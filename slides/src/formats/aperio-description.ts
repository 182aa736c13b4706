import type { AssociatedImage } from '../slide.ts'
import { kindByFirstWord } from './associated-kind.ts'

/** What an Aperio ImageDescription says: a few lines of text, then `|name = value` pairs. */
export interface AperioDescription {
  /** The library that wrote the file, from the first line: `Aperio Image Library v11.2.1`. */
  readonly software?: string | undefined
  /** The word that the second line begins with, where that is a kind of image. */
  readonly kind?: AssociatedImage['kind'] | undefined
  /** µm per pixel. */
  readonly mpp?: number | undefined
  readonly objective?: number | undefined
  /** Where the focus plane lies, in µm, in files that have several. */
  readonly offsetZ?: number | undefined
  readonly scannerModel?: string | undefined
  readonly scannerId?: string | undefined
  /** ISO 8601. */
  readonly scannedAt?: string | undefined
  readonly properties: Readonly<Record<string, string>>
}

/** Scanners write some fifty. */
const maxPairs = 1000

export function parseAperioDescription(text: string): AperioDescription {
  const [head = '', ...pairs] = text.split('|', maxPairs + 1)
  const lines = head.split(/[\r\n]+/, 2).map((line) => line.trim())
  const properties = Object.fromEntries(pairs.flatMap(parsePair))
  return {
    software: lines[0] || undefined,
    kind: kindByFirstWord(lines[1] ?? ''),
    mpp: positive(decimal(properties.MPP)),
    objective: positive(decimal(properties.AppMag)),
    offsetZ: decimal(properties.OffsetZ),
    scannerModel: properties.ScannerType || undefined,
    scannerId: properties['ScanScope ID'] || undefined,
    scannedAt: scanTime(properties.Date, properties.Time, properties['Time Zone']),
    properties,
  }
}

function parsePair(pair: string): [string, string][] {
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals).trim()
  return equals < 0 || !name ? [] : [[name, pair.slice(equals + 1).trim()]]
}

/** Scanners write the decimal sign of their country. */
function decimal(text: string | undefined): number | undefined {
  const value = Number(text?.replace(',', '.') || Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

const positive = (value: number | undefined) => (value !== undefined && value > 0 ? value : undefined)

/** `12/29/09` (month first) and `09:59:15`, with `GMT-05:00` where the file gives it. */
function scanTime(date = '', time = '', zone = ''): string | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(date) ?? []
  if (!month || !day || !year) return undefined
  const isoDate = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isoTime = /^\d{2}:\d{2}:\d{2}$/.test(time) ? `T${time}` : ''
  const offset = /^GMT([+-]\d{2}):?(\d{2})$/.exec(zone)
  const iso = isoDate + isoTime + (isoTime && offset ? `${offset[1]}:${offset[2]}` : '')
  return Number.isNaN(Date.parse(iso)) ? undefined : iso
}
