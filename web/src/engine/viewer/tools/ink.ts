import type { Point } from '@cresyl/contract/slides/affine'

/** Dark lines with light edges: they are found on white glass, on a stain and on black. */
export const ink = {
  line: '#16101D',
  selected: '#7A1FD1',
  halo: 'rgb(255 255 255 / 0.92)',
  paper: 'rgb(255 255 255 / 0.94)',
  edge: 'rgb(22 16 29 / 0.35)',
  font: "600 13px 'Public Sans Variable', system-ui, sans-serif",
  lineHeight: 17,
} as const

export interface StrokeStyle {
  readonly color: string
  readonly halo: string
  readonly width: number
  readonly dash?: readonly number[]
}

/** Draws what `trace` traces: the halo first, the line in it. */
export function stroke(
  context: CanvasRenderingContext2D,
  { color, halo, width, dash = [] }: StrokeStyle,
  trace: () => void,
): void {
  context.save()
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.beginPath()
  trace()
  context.strokeStyle = halo
  context.lineWidth = width + 2.5
  context.stroke()
  context.setLineDash([...dash])
  context.strokeStyle = color
  context.lineWidth = width
  context.stroke()
  context.restore()
}

export function tracePoints(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  closed: boolean,
): void {
  points.forEach(({ x, y }, at) => {
    if (at === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  })
  if (closed) context.closePath()
}

export function drawHandle(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  color: string,
  radius: number,
): void {
  context.save()
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = ink.halo
  context.fill()
  context.strokeStyle = color
  context.lineWidth = 2
  context.stroke()
  context.restore()
}

const padding = { x: 7, y: 4 }
const gap = 12
const beside = 6

/** Lines of text on paper: to the right of and above a place. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  { x, y }: Point,
): void {
  paintLabel(context, lines, (_, height) => ({ left: x + gap, top: y - height - gap / 2 }))
}

/** Lines of text beside an outline, so that what it encloses stays in sight, in a view of this height. */
export function drawLabelBeside(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  outline: readonly Point[],
  viewHeight: number,
): void {
  const ys = outline.map(({ y }) => y)
  const shape = { top: Math.min(...ys), bottom: Math.max(...ys) }
  const xs = outline.map(({ x }) => x)
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2
  paintLabel(context, lines, (width, height) => ({
    left: middle - width / 2,
    top: labelTop(shape, height, viewHeight),
  }))
}

/** Where a label begins that leaves a shape in sight: above it, below it, or in it where it fills the view. */
export function labelTop(
  { top, bottom }: { readonly top: number; readonly bottom: number },
  height: number,
  available: number,
): number {
  if (top - beside - height >= 0) return top - beside - height
  return bottom + beside + height <= available ? bottom + beside : beside
}

function paintLabel(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  placeOf: (width: number, height: number) => { left: number; top: number },
): void {
  context.save()
  context.font = ink.font
  context.textBaseline = 'middle'
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 2 * padding.x
  const height = lines.length * ink.lineHeight + 2 * padding.y
  const place = placeOf(width, height)
  const [left, top] = [Math.round(place.left), Math.round(place.top)]
  context.beginPath()
  context.roundRect(left + 0.5, top + 0.5, Math.ceil(width), height, 6)
  context.fillStyle = ink.paper
  context.fill()
  context.strokeStyle = ink.edge
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = ink.line
  lines.forEach((line, at) => {
    context.fillText(line, left + padding.x, top + padding.y + (at + 0.5) * ink.lineHeight + 1)
  })
  context.restore()
}
