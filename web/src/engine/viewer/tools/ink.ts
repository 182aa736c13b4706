import type { Point } from '@cresyl/contract/affine'

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

/** Lines of text on paper: to the right of and above a place, or around it. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  at: Point,
  centred: boolean,
): void {
  context.save()
  context.font = ink.font
  context.textBaseline = 'middle'
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 2 * padding.x
  const height = lines.length * ink.lineHeight + 2 * padding.y
  const left = Math.round(centred ? at.x - width / 2 : at.x + gap)
  const top = Math.round(centred ? at.y + gap : at.y - height - gap / 2)
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
