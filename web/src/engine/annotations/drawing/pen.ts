import { boxOf, chainsOf, type Position } from '@cresyl/contract/annotations/annotation-geometry'
import { type Affine, applyAffine } from '@cresyl/contract/slides/affine'
import { drawLabelBeside, ink } from '../../viewer/tools/ink.ts'
import type { Shape } from '../content/shape.ts'
import { type Figure, hasArea } from '../geometry/combine.ts'
import type { CountedPicture } from './counted-picture.ts'
import { type PartPaths, trace } from './shape-paths.ts'

/** Screen pixels a side: in smaller cells a number would not be read. */
const leastCellWithNumber = 48

/** Draws in pixels of the image, with lines as broad as on the screen. */
export class Pen {
  readonly #context: CanvasRenderingContext2D
  readonly #toScreen: Affine
  readonly #ratio: number
  readonly resolution: number

  constructor(context: CanvasRenderingContext2D, toScreen: Affine, ratio: number, resolution: number) {
    this.#context = context
    this.#toScreen = toScreen
    this.#ratio = ratio
    this.resolution = resolution
    this.#onScreen()
  }

  part({ box, byColour }: PartPaths): void {
    const context = this.#context
    for (const [colour, { areas, lines, dots }] of byColour) {
      this.#inImage(box.minX, box.minY)
      context.fillStyle = `${colour}26`
      context.fill(areas, 'evenodd')
      context.strokeStyle = colour
      context.lineWidth = 2 * this.resolution
      context.stroke(areas)
      context.stroke(lines)
      this.#onScreen()
      context.fillStyle = colour
      const side = dots.length > 2000 ? 2 : 5
      for (const [x, y] of dots) {
        const at = applyAffine(this.#toScreen, { x, y })
        context.fillRect(at.x - side / 2, at.y - side / 2, side, side)
      }
    }
  }

  figure({ geometry }: Figure, colour: string, width: number): void {
    const context = this.#context
    const box = boxOf(geometry)
    if (geometry.type === 'Point' || geometry.type === 'MultiPoint') {
      for (const [place] of chainsOf(geometry)) if (place) this.#dot(place, colour)
      return
    }
    const path = new Path2D()
    trace(path, { geometry }, box)
    this.#inImage(box.minX, box.minY)
    context.lineJoin = 'round'
    context.strokeStyle = ink.halo
    context.lineWidth = (width + 2) * this.resolution
    context.stroke(path)
    if (hasArea(geometry)) {
      context.fillStyle = `${colour}33`
      context.fill(path, 'evenodd')
    }
    context.strokeStyle = colour
    context.lineWidth = width * this.resolution
    context.stroke(path)
    this.#onScreen()
  }

  line(places: readonly Position[], colour: string): void {
    this.#trace(places)
    this.#context.strokeStyle = colour
    this.#context.lineWidth = 2
    this.#context.stroke()
  }

  stroke(places: readonly Position[], radius: number, colour: string): void {
    const context = this.#context
    const [first] = places
    this.#trace(places.length === 1 && first ? [first, first] : places)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.strokeStyle = `${colour}66`
    context.lineWidth = 2 * radius
    context.stroke()
  }

  circle(place: Position, radius: number): void {
    const { x, y } = this.#at(place)
    const context = this.#context
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.strokeStyle = ink.halo
    context.lineWidth = 3
    context.stroke()
    context.strokeStyle = ink.line
    context.lineWidth = 1
    context.stroke()
  }

  cross(place: Position): void {
    const { x, y } = this.#at(place)
    const context = this.#context
    for (const [colour, width] of [
      [ink.halo, 4],
      [ink.selected, 2],
    ] as const) {
      context.beginPath()
      context.moveTo(x - 10, y)
      context.lineTo(x + 10, y)
      context.moveTo(x, y - 10)
      context.lineTo(x, y + 10)
      context.strokeStyle = colour
      context.lineWidth = width
      context.stroke()
    }
  }

  box([from, to]: readonly [Position, Position]): void {
    const context = this.#context
    const one = this.#at(from)
    const other = this.#at(to)
    context.strokeStyle = ink.selected
    context.lineWidth = 1
    context.setLineDash([4, 3])
    context.strokeRect(
      Math.min(one.x, other.x),
      Math.min(one.y, other.y),
      Math.abs(other.x - one.x),
      Math.abs(other.y - one.y),
    )
    context.setLineDash([])
  }

  handle(place: Position, kind: 'round' | 'square'): void {
    const { x, y } = this.#at(place)
    const context = this.#context
    context.beginPath()
    if (kind === 'round') context.arc(x, y, 4, 0, 2 * Math.PI)
    else context.rect(x - 4, y - 4, 8, 8)
    context.fillStyle = '#FFFFFF'
    context.fill()
    context.strokeStyle = ink.selected
    context.lineWidth = 1.5
    context.stroke()
  }

  label({ name, classification, geometry, author }: Shape): void {
    const { minX, maxX, minY, maxY } = boxOf(geometry)
    const lines = [name || classification?.name || '', author?.name ?? ''].filter((line) => line !== '')
    if (lines.length === 0) return
    const corners = [
      this.#at([minX, minY]),
      this.#at([maxX, minY]),
      this.#at([minX, maxY]),
      this.#at([maxX, maxY]),
    ]
    drawLabelBeside(this.#context, lines, corners, this.#context.canvas.height / this.#ratio)
  }

  counted({ canvas, minX, minY, span, within, cell, counted }: CountedPicture): void {
    const context = this.#context
    context.save()
    this.#inImage(minX, minY)
    context.beginPath()
    context.rect(within.minX - minX, within.minY - minY, within.maxX - within.minX, within.maxY - within.minY)
    context.clip()
    context.imageSmoothingEnabled = false
    context.drawImage(canvas, 0, 0, span, span)
    context.restore()
    this.#onScreen()
    if (cell < leastCellWithNumber * this.resolution) return
    context.font = ink.font
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.strokeStyle = '#3B1A5A'
    context.fillStyle = '#FFFFFF'
    context.lineWidth = 3
    for (const { x, y, count } of counted) {
      const at = this.#at([x, y])
      context.strokeText(String(count), at.x, at.y)
      context.fillText(String(count), at.x, at.y)
    }
    context.textAlign = 'left'
  }

  #dot(place: Position, colour: string): void {
    const { x, y } = this.#at(place)
    const context = this.#context
    context.beginPath()
    context.arc(x, y, 5, 0, 2 * Math.PI)
    context.fillStyle = colour
    context.fill()
    context.strokeStyle = ink.halo
    context.lineWidth = 2
    context.stroke()
  }

  #trace(places: readonly Position[]): void {
    this.#context.beginPath()
    for (const [at, place] of places.entries()) {
      const { x, y } = this.#at(place)
      if (at === 0) this.#context.moveTo(x, y)
      else this.#context.lineTo(x, y)
    }
  }

  #at([x, y]: Position) {
    return applyAffine(this.#toScreen, { x, y })
  }

  #onScreen(): void {
    this.#context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0)
  }

  #inImage(originX: number, originY: number): void {
    const [a, b, c, d, e, f] = this.#toScreen
    const ratio = this.#ratio
    const x = a * originX + b * originY + c
    const y = d * originX + e * originY + f
    this.#context.setTransform(ratio * a, ratio * d, ratio * b, ratio * e, ratio * x, ratio * y)
  }
}
