import type { Point } from '@cresyl/contract/slides/affine'
import { fewestPoints, type LineKind, type Measurement } from '../tools/measurement.ts'
import { figureOf, figureSign, listSign, rounded } from './viewport-text.ts'

/** Of those of one pane: four panes still make an address that every server and mail program takes. */
const longestText = 1500

/** How they are written. Another way gets another figure, so that old links can still be told from new ones. */
const edition = '1'
/** Follows the edition where some did not fit. */
const cutSign = 'c'

export interface MeasurementsText {
  readonly text: string
  /** Whether there were too many: the oldest are left out. */
  readonly isCut: boolean
}

/** "1*r120.5_80_100_0*f500_500_550": first places in pixels, then steps from one to the next; fields have a diameter. */
export function measurementsText(
  measurements: readonly Measurement[],
  longest = longestText,
): MeasurementsText {
  let room = longest - edition.length - cutSign.length
  const texts: string[] = []
  for (const measurement of measurements.toReversed()) {
    const text = `${listSign}${oneText(measurement)}`
    room -= text.length
    if (room < 0) break
    texts.unshift(text)
  }
  const isCut = texts.length < measurements.length
  return { text: `${edition}${isCut ? cutSign : ''}${texts.join('')}`, isCut }
}

const letters = { ruler: 'r', angle: 'a', area: 's', field: 'f' } as const satisfies Record<
  Measurement['kind'],
  string
>

function oneText(measurement: Measurement): string {
  const figures =
    measurement.kind === 'field'
      ? [measurement.center.x, measurement.center.y, measurement.diameter].map(tenths)
      : steps(measurement.points)
  return letters[measurement.kind] + figures.join(figureSign)
}

const tenths = (value: number) => rounded(value, 1)

/** From rounded place to rounded place: otherwise what is lost would add up. */
function steps(points: readonly Point[]): number[] {
  let before = { x: 0, y: 0 }
  return points.flatMap(({ x, y }) => {
    const here = { x: tenths(x), y: tenths(y) }
    const step = [tenths(here.x - before.x), tenths(here.y - before.y)]
    before = here
    return step
  })
}

export interface ReadMeasurements {
  readonly measurements: readonly Measurement[]
  /** Whether there were more when the link was made. */
  readonly isCut: boolean
}

/** Null where it is none, or of an edition that nobody knows here. What is nonsense in it is left out. */
export function readMeasurements(text: string): ReadMeasurements | null {
  const [head, ...texts] = text.slice(0, 4 * longestText).split(listSign)
  if (head !== edition && head !== edition + cutSign) return null
  const found = texts.map((one, at) => readOne(one, String(at + 1))).filter((one) => one !== null)
  return { measurements: found, isCut: head !== edition }
}

function readOne(text: string, id: string): Measurement | null {
  const figures = text.slice(1).split(figureSign).map(figureOf)
  if (!figures.every((figure) => figure !== null)) return null
  const letter = text[0]
  if (letter === letters.field) return readField(figures, id)
  const kind = (['ruler', 'angle', 'area'] as const).find((each) => letters[each] === letter)
  return kind === undefined ? null : readLine(kind, figures, id)
}

function readField([x, y, diameter, ...rest]: readonly number[], id: string): Measurement | null {
  if (x === undefined || y === undefined || !diameter || diameter < 0 || rest.length > 0) return null
  return { id, kind: 'field', center: { x, y }, diameter }
}

function readLine(kind: LineKind, figures: readonly number[], id: string): Measurement | null {
  const points: Point[] = []
  for (let at = 0; at + 1 < figures.length; at += 2) {
    const { x, y } = points.at(-1) ?? { x: 0, y: 0 }
    points.push({ x: tenths(x + (figures[at] ?? 0)), y: tenths(y + (figures[at + 1] ?? 0)) })
  }
  const isWhole = figures.length % 2 === 0 && points.length >= fewestPoints[kind]
  return isWhole && (kind !== 'angle' || points.length === fewestPoints.angle) ? { id, kind, points } : null
}
