import type { QcPlace } from './qc-jobs.ts'
import { measureOf, type QcMeasureKey } from './qc-measures.ts'
import { type QcVerdict, worstOf } from './qc-verdict.ts'

/** What a sentence about a measure needs to know. */
export interface ToldMeasure {
  readonly key: QcMeasureKey
  /** What the channel is called; null for measures of the whole image. */
  readonly channelName: string | null
  readonly value: number | null
  readonly verdict: QcVerdict | null
  readonly where: QcPlace | null
  /** Why it could not be measured, in a sentence. */
  readonly unmeasured: string | null
}

interface MeasureWords {
  /** What was found, where it is too much or too little, and without a full stop. */
  fault(value: string): string
  /** The same where all is well; left out where the fault says it too, at a smaller figure. */
  fine?: (value: string) => string
  /** Where there is nothing of it. */
  none?: string
  /** What to do. */
  warned: string
  failed?: string
}

const ifItMatters = 'rescan if that part matters'

const words: Record<QcMeasureKey, MeasureWords> = {
  tissue: {
    fault: (value) => `Only ${value} % of the image is tissue`,
    fine: (value) => `${value} % of the image is tissue`,
    none: 'No tissue was found.',
    warned: 'check that the right area was scanned',
  },
  focus: {
    fault: (value) => `${value} % of the tissue is out of focus`,
    none: 'All tissue is in focus.',
    warned: ifItMatters,
    failed: 'rescan',
  },
  pen: {
    fault: (value) => `${value} % of the tissue is covered by pen marks`,
    none: 'No pen marks were found.',
    warned: `clean the glass and ${ifItMatters}`,
    failed: 'clean the glass and rescan',
  },
  folds: {
    fault: (value) => `${value} % of the tissue is folded`,
    none: 'No folds were found.',
    warned: 'exclude these areas',
  },
  bubbles: {
    fault: (value) => `${value} % of the tissue is under air bubbles or an edge of the cover glass`,
    none: 'No air bubbles were found on the tissue.',
    warned: 'exclude these areas, or coverslip the slide again and rescan',
    failed: 'coverslip the slide again and rescan',
  },
  brightness: {
    fault: (value) => `The glass is too dark (${value} of 255)`,
    fine: (value) => `The glass is bright enough (${value} of 255)`,
    warned: 'check lamp and exposure of the scanner',
    failed: 'correct lamp and exposure of the scanner, then rescan',
  },
  clipping: {
    fault: (value) => `${value} % of the tissue is clipped to black or white`,
    none: 'No tissue is clipped to black or white.',
    warned: 'check the exposure of the scanner',
    failed: 'correct the exposure of the scanner and rescan',
  },
  colour_cast: {
    fault: (value) => `The glass has a colour cast (${value} of 255)`,
    fine: (value) => `The glass has no colour cast that matters (${value} of 255)`,
    warned: 'check the white balance of the scanner',
    failed: 'correct the white balance of the scanner and rescan',
  },
  stain_strength: {
    fault: (value) => `The stain is weak (optical density ${value})`,
    fine: (value) => `The stain is strong enough (optical density ${value})`,
    warned: 'check the staining',
    failed: 'restain the slide',
  },
  blockiness: {
    fault: (value) => `Compression has left traces (steps ${value} times as high as elsewhere)`,
    fine: (value) => `Compression has left no traces that matter (steps ${value} times as high as elsewhere)`,
    warned: 'set the scanner to a higher image quality',
    failed: 'set the scanner to a higher image quality and rescan',
  },
  seams: {
    fault: (value) => `${value} % of the borders between fields show seams`,
    none: 'No seams were found.',
    warned: 'have the scanner calibrated',
    failed: 'have the scanner calibrated and rescan',
  },
  missing_tiles: {
    fault: (value) => `${value} % of the image is missing`,
    none: 'No part of the image is missing.',
    warned: 'export the file again, or rescan',
    failed: 'export the file again, or rescan',
  },
  saturation: {
    fault: (value) => `${value} % of the tissue is saturated`,
    none: 'Nothing is saturated.',
    warned: 'use a shorter exposure next time',
    failed: 'use a shorter exposure and rescan',
  },
  snr: {
    fault: (value) => `The signal is only ${value} times the noise`,
    fine: (value) => `The signal is ${value} times the noise`,
    warned: 'use a longer exposure next time',
    failed: 'use a longer exposure and rescan',
  },
  presence: {
    fault: (value) => `There is signal in only ${value} % of the image`,
    fine: (value) => `There is signal in ${value} % of the image`,
    none: 'There is no signal.',
    warned: 'check staining and exposure',
  },
  dynamic_range: {
    fault: (value) => `Only ${value} % of the values are used`,
    fine: (value) => `${value} % of the values are used`,
    warned: 'use a longer exposure next time',
  },
  channel_shift: {
    fault: (value) => `It is shifted by ${value} µm against the nuclear channel`,
    warned: 'register the channels before you compare them',
    failed: 'register the channels, or rescan',
  },
}

const places: Record<QcPlace, string> = {
  'upper left': 'upper left',
  top: 'at the top',
  'upper right': 'upper right',
  left: 'on the left',
  middle: 'in the middle',
  right: 'on the right',
  'lower left': 'lower left',
  bottom: 'at the bottom',
  'lower right': 'lower right',
}

/** "12 % of the tissue is out of focus, mostly lower left: rescan." */
export function measureSentence(measure: ToldMeasure): string {
  const { channelName } = measure
  const sentence = ofWhole(measure)
    .replace(/\bonly less than\b/i, 'less than')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
  return channelName === null ? sentence : `${channelName}: ${sentence}`
}

function ofWhole({ key, value, verdict, where, unmeasured }: ToldMeasure): string {
  if (value === null || verdict === null) return unmeasured ?? 'It could not be measured.'
  const { fault, fine = fault, none, warned, failed = warned } = words[key]
  const figure = figureOf(key, value)
  if (value === 0 && none !== undefined)
    return verdict === 'passed' || key === 'tissue' ? none : advised(none)
  if (verdict === 'passed') return `${fine(figure)}.`
  const place = where === null ? '' : `, mostly ${places[where]}`
  return `${fault(figure)}${place}: ${verdict === 'failed' ? failed : warned}.`

  function advised(sentence: string): string {
    return `${sentence.replace(/\.$/, '')}: ${verdict === 'failed' ? failed : warned}.`
  }
}

/** As many digits as people can use: of large figures none after the point, and never 0 for what is there. */
function figureOf(key: QcMeasureKey, value: number): string {
  const { digits } = measureOf(key)
  const shown = Math.abs(value) >= 10 ? Math.round(value) : Number(value.toFixed(digits))
  if (shown === 0 && value !== 0) return `less than ${10 ** -digits}`
  return String(shown)
}

const severity: Record<QcVerdict, number> = { passed: 0, warned: 1, failed: 2 }

/** The verdict in a line: what is worst, and how much more there is. */
export function verdictSentence(measures: readonly ToldMeasure[]): string {
  const verdict = worstOf(measures.map((each) => each.verdict))
  if (verdict === 'passed') {
    const left = measures.filter((each) => each.verdict === null).length
    const rest = left === 0 ? '' : ` ${left === 1 ? 'One measure' : `${left} measures`} could not be taken.`
    return `Good enough to be used.${rest}`
  }
  const faults = measures.filter((each) => each.verdict !== null && each.verdict !== 'passed')
  const [worst] = faults.toSorted((a, b) => severityOf(b) - severityOf(a))
  const more = faults.length - 1
  const rest = more === 0 ? '' : ` ${more === 1 ? 'One more measure' : `${more} more measures`} to look at.`
  return `${worst ? measureSentence(worst) : ''}${rest}`
}

const severityOf = ({ verdict }: ToldMeasure): number => (verdict === null ? -1 : severity[verdict])
