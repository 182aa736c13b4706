import { type Affine, applyAffine, invert, type Point, stepLengths } from '@cresyl/contract/slides/affine'
import { type Box, type ImageSpace, mapBox } from '@cresyl/contract/slides/image-space'
import { formatLength } from '../amounts.ts'
import type { Size } from '../viewport.ts'
import { defaultSpacing, gridLines, isTooClose } from './grid.ts'
import { drawHandle, drawLabel, drawLabelBeside, ink, stroke, tracePoints } from './ink.ts'
import { fieldNumbers, labelLines, labelledPoint, outlineOf } from './labels.ts'
import { handlesOf, type Measurement } from './measurement.ts'
import { draftMeasurement, type ToolsState } from './tools-state.ts'

/** What tools draw over a picture, and where it lies. */
export interface ToolScene {
  readonly state: ToolsState
  readonly space: ImageSpace
  readonly toScreen: Affine
  readonly size: Size
  readonly locale: string
}

/** The same on the screen and in a snapshot: everything in CSS pixels, text upright however the picture is turned. */
export function paintTools(context: CanvasRenderingContext2D, scene: ToolScene): void {
  const { state } = scene
  if (state.grid.shown) paintGrid(context, scene)
  if (state.box !== null) paintBox(context, scene, state.box)
  const draft = state.draft && draftMeasurement(state.draft)
  const shown = [...state.measurements, ...(draft ? [draft] : [])]
  for (const measurement of shown) paintLines(context, scene, measurement)
  if (state.draft) for (const point of state.draft.points) paintPoint(context, scene, point)
  const numbers = fieldNumbers(state.measurements)
  if (state.aim) paintAim(context, scene, state.aim)
  // Nothing is drawn over what is to be read.
  for (const measurement of shown) paintLabel(context, scene, measurement, numbers.get(measurement.id) ?? 0)
}

const onScreen = ({ toScreen }: ToolScene, points: readonly Point[]) =>
  points.map((point) => applyAffine(toScreen, point))

function colorOf({ state }: ToolScene, { id }: Measurement): string {
  return id === state.selected || id === 'draft' ? ink.selected : ink.line
}

function paintLines(context: CanvasRenderingContext2D, scene: ToolScene, measurement: Measurement): void {
  const color = colorOf(scene, measurement)
  const style = { color, halo: ink.halo, width: 1.75 }
  const outline = outlineOf(measurement, scene.space)
  const points = onScreen(scene, outline ?? handlesOf(measurement))
  const closed = outline !== null
  stroke(context, style, () => tracePoints(context, points, closed))
  if (measurement.kind === 'angle') stroke(context, style, () => traceArc(context, points))
  if (measurement.id === 'draft') return
  const { selected, handle } = scene.state
  onScreen(scene, handlesOf(measurement)).forEach((place, at) => {
    const isSelected = measurement.id === selected
    const isMoved = isSelected && (handle === at || handle === 'whole')
    drawHandle(context, place, color, isMoved ? 8 : isSelected ? 5 : 3.5)
  })
}

const paintPoint = (context: CanvasRenderingContext2D, scene: ToolScene, point: Point) =>
  drawHandle(context, applyAffine(scene.toScreen, point), ink.selected, 4)

const aimLength = 14

/** A cross where keys set the next point. */
function paintAim(context: CanvasRenderingContext2D, { toScreen }: ToolScene, aim: Point): void {
  const { x, y } = applyAffine(toScreen, aim)
  stroke(context, { color: ink.selected, halo: ink.halo, width: 1.75 }, () => {
    context.moveTo(x - aimLength, y)
    context.lineTo(x + aimLength, y)
    context.moveTo(x, y - aimLength)
    context.lineTo(x, y + aimLength)
  })
}

const arcRadius = 22

/** Between the arms, on the side where they are less than half a turn apart. */
function traceArc(context: CanvasRenderingContext2D, [end, corner, otherEnd]: readonly Point[]): void {
  if (!end || !corner || !otherEnd) return
  const from = Math.atan2(end.y - corner.y, end.x - corner.x)
  const to = Math.atan2(otherEnd.y - corner.y, otherEnd.x - corner.x)
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from))
  context.moveTo(corner.x + arcRadius * Math.cos(from), corner.y + arcRadius * Math.sin(from))
  context.arc(corner.x, corner.y, arcRadius, from, from + turn, turn < 0)
}

function paintLabel(
  context: CanvasRenderingContext2D,
  scene: ToolScene,
  measurement: Measurement,
  fieldNumber: number,
): void {
  const { space, locale, toScreen, size } = scene
  const lines = labelLines(measurement, space, locale, fieldNumber)
  const outline = outlineOf(measurement, space)
  const end = labelledPoint(measurement)
  if (outline) drawLabelBeside(context, lines, onScreen(scene, outline), size.height)
  else if (end) drawLabel(context, lines, applyAffine(toScreen, end))
}

/** µm, or pixels, of a CSS pixel: the coarser one where pixels aren't square. */
function scaleOf({ placement }: ImageSpace, toScreen: Affine): number {
  const perPixel = stepLengths(placement)
  return Math.max(perPixel.x, perPixel.y) / stepLengths(toScreen).x
}

/** How far apart the lines are now. */
export function shownSpacing({ state, space, toScreen }: Omit<ToolScene, 'size' | 'locale'>): number {
  return state.grid.spacing ?? defaultSpacing(scaleOf(space, toScreen))
}

function paintGrid(context: CanvasRenderingContext2D, scene: ToolScene): void {
  const { space, toScreen, size } = scene
  const spacing = shownSpacing(scene)
  if (isTooClose(spacing, scaleOf(space, toScreen))) return
  const lines = gridLines(space, mapBox({ x: 0, y: 0, ...size }, invert(toScreen)), spacing)
  for (const tenths of [false, true]) {
    const style = tenths
      ? { color: 'rgb(22 16 29 / 0.8)', halo: 'rgb(255 255 255 / 0.5)', width: 1.25 }
      : { color: 'rgb(22 16 29 / 0.5)', halo: 'rgb(255 255 255 / 0.3)', width: 0.75 }
    stroke(context, style, () => {
      for (const { from, to } of lines.filter(({ isTenth }) => isTenth === tenths)) {
        tracePoints(context, onScreen(scene, [from, to]), false)
      }
    })
  }
}

function paintBox(context: CanvasRenderingContext2D, scene: ToolScene, { x, y, width, height }: Box): void {
  const { space, locale } = scene
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  const places = onScreen(scene, corners)
  const style = { color: ink.selected, halo: ink.halo, width: 1.75, dash: [6, 4] }
  stroke(context, style, () => tracePoints(context, places, true))
  const perPixel = stepLengths(space.placement)
  const across = formatLength(width * perPixel.x, space.unit, locale)
  const down = formatLength(height * perPixel.y, space.unit, locale)
  drawLabelBeside(context, [`${across} × ${down}`], places, scene.size.height)
}
