import { areaOf, boxOf, chainsOf, type Position } from '@cresyl/contract/annotations/annotation-geometry'
import { expect, test } from 'vitest'
import { lengthInImage } from '../../viewer/tools/framing.ts'
import { contentWith, shapeFrom } from '../content/shape.ts'
import { square } from '../geometry/test-shapes.ts'
import { committed } from './commit-figure.ts'
import { clickedAt, drawnTo, withoutLast } from './drawing.ts'
import type { DrawingSurroundings } from './drawing-tool.ts'
import { drawingTools } from './drawing-tools.ts'
import { draggedShapes, grabAt, handlesOf } from './edit-grab.ts'
import { grownMask, isGlass, outlinesOf } from './grow-region.ts'

/** A view of a zoom, turned and mirrored. */
function surroundings(resolution: number, rotation: number, flipped = false): DrawingSurroundings {
  const way = (x: number, y: number): Position => {
    const there = lengthInImage({ center: { x: 0, y: 0 }, resolution, rotation, flipped }, { x, y })
    return [there.x, there.y]
  }
  return { right: way(1, 0), down: way(0, 1), resolution, brush: 10 * resolution, grow: () => null }
}
const upright = surroundings(1, 0)

test.each([
  [1, 0, false],
  [8, Math.PI / 6, false],
  [0.25, -1.2, true],
])(
  'a rectangle is upright as it is seen, at %s px a pixel, turned by %s, mirrored: %s',
  (resolution, rotation, flipped) => {
    const around = surroundings(resolution, rotation, flipped)
    const from: Position = [1000, 2000]
    // 100 to the right and 40 down on the screen.
    const to: Position = [
      from[0] + 100 * around.right[0] + 40 * around.down[0],
      from[1] + 100 * around.right[1] + 40 * around.down[1],
    ]
    const figure = drawingTools.rectangle.figure([from, to], around)
    expect(figure?.shape).toBe('rectangle')
    expect(figure && areaOf(figure.geometry)).toBeCloseTo(4000 * resolution ** 2, 3)
    expect(figure && chainsOf(figure.geometry)[0]?.[0]).toEqual([
      expect.closeTo(1000, 6),
      expect.closeTo(2000, 6),
    ])
    const ellipse = drawingTools.ellipse.figure([from, to], around)
    expect(ellipse && areaOf(ellipse.geometry) / (Math.PI * 1000 * resolution ** 2)).toBeCloseTo(1, 2)
  },
)

test('clicks set corners; the first corner closes, a second click at the last ends, Backspace takes back', () => {
  const tool = drawingTools.polygon
  const corners: Position[] = [
    [0, 0],
    [100, 0],
    [100, 100],
  ]
  let { draft } = clickedAt(tool, null, corners[0] as Position, 8, 'new')
  for (const corner of corners.slice(1)) draft = clickedAt(tool, draft, corner, 8, 'new').draft
  expect(clickedAt(tool, draft, [1, 1], 8, 'new').isDone).toBe(true)
  expect(clickedAt(tool, draft, [100, 99], 8, 'new').isDone).toBe(true)
  expect(withoutLast(draft)?.places).toEqual(corners.slice(0, 2))
  const figure = tool.figure(draft.places, upright)
  expect(figure && areaOf(figure.geometry)).toBe(5000)
  expect(clickedAt(drawingTools.point, null, [5, 5], 8, 'new').isDone).toBe(true)
})

test('an outline by hand has few corners, a brush its breadth', () => {
  const circle = Array.from({ length: 400 }, (_, at): Position => {
    const angle = (2 * Math.PI * at) / 400
    return [500 + 100 * Math.cos(angle), 500 + 100 * Math.sin(angle)]
  })
  const outline = drawingTools.freehand.figure(circle, upright)
  expect(outline && chainsOf(outline.geometry)[0]?.length).toBeLessThan(80)
  expect(outline && areaOf(outline.geometry) / (Math.PI * 10_000)).toBeCloseTo(1, 1)
  const stroke = drawingTools.brush.figure(
    [
      [0, 0],
      [100, 0],
    ],
    upright,
  )
  expect(stroke && boxOf(stroke.geometry).maxY).toBeCloseTo(10, 0)
  expect(drawnTo({ places: [[0, 0]], pointer: null, mode: 'new' }, [0.2, 0], 1).places).toHaveLength(1)
})

test('the wand takes what hangs together and looks alike, around what does not', () => {
  const [width, height] = [40, 30]
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  const paint = (x: number, y: number) => data.set([120, 40, 160], 4 * (y * width + x))
  for (let y = 5; y < 25; y += 1)
    for (let x = 5; x < 25; x += 1) if (x < 10 || x > 15 || y < 10 || y > 15) paint(x, y)
  for (let y = 5; y < 25; y += 1) for (let x = 30; x < 35; x += 1) paint(x, y)
  const mask = grownMask({ width, height, data }, [[7, 7]])
  if (mask === null) throw new Error('Nothing was found.')
  expect(mask.reduce((sum, each) => sum + each, 0)).toBe(400 - 36)
  const rings = outlinesOf(mask, width, height)
  expect(rings.map((ring) => ring.length)).toEqual([5, 5])
  expect(rings[0]).toEqual([
    [5, 5],
    [25, 5],
    [25, 25],
    [5, 25],
    [5, 5],
  ])
  expect(grownMask({ width, height, data }, [[-1, 3]])).toBeNull()
})

test('bare glass is what is white or black and goes on beyond the picture; a lumen is neither', () => {
  const [width, height] = [20, 20]
  /** Tissue with a hole in it, on glass of a colour. */
  const pictureOn = (glass: number) => {
    const data = new Uint8ClampedArray(4 * width * height).fill(255)
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const isTissue = x >= 4 && x < 16 && y >= 4 && y < 16 && !(x >= 8 && x < 12 && y >= 8 && y < 12)
      data.set(isTissue ? [200, 80, 150] : [glass, glass, glass], 4 * at)
    }
    return { width, height, data }
  }
  const isBare = (glass: number, place: Position) => {
    const picture = pictureOn(glass)
    const mask = grownMask(picture, [place])
    return mask && isGlass(picture, mask, place)
  }
  expect([isBare(245, [1, 1]), isBare(3, [1, 1]), isBare(128, [1, 1])]).toEqual([true, true, false])
  expect([isBare(245, [10, 10]), isBare(245, [5, 5])]).toEqual([false, false])
})

const tumour = { name: 'Tumour', color: '#FF0000' }
const shape = shapeFrom('a', contentWith({ geometry: square(0, 0, 100), shape: 'polygon', name: 'A' }), null)
const commit = (figure: Parameters<typeof committed>[0]['figure'], mode: 'new' | 'add' | 'subtract') => {
  let ids = 0
  return committed({ figure, mode, selected: [shape], classification: tumour, newId: () => `new${ids++}` })
}

test('what is drawn is new, added, cut out, or splits', () => {
  const figure = { geometry: square(50, 50, 100), shape: 'polygon' as const }
  expect(commit(figure, 'new')?.edit.create?.[0]?.content).toMatchObject({ classification: tumour, name: '' })
  const more = commit(figure, 'add')?.edit.update?.[0]?.patch.geometry
  expect(more && areaOf(more)).toBe(17_500)
  const less = commit(figure, 'subtract')?.edit.update?.[0]?.patch.geometry
  expect(less && areaOf(less)).toBe(7500)
  const all = { geometry: square(-1, -1, 200), shape: 'polygon' as const }
  expect(commit(all, 'subtract')?.edit.remove).toEqual(['a'])
  const line = {
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [50, -10],
        [50, 110],
      ] as Position[],
    },
    shape: 'line' as const,
  }
  const halves = commit(line, 'subtract')
  expect(halves?.edit.create?.[0]?.content.name).toBe('A')
  expect(halves?.selected).toEqual(['a', 'new0'])
})

test('corners and sides, or the frame and the handle that turns, are taken by a press near them', () => {
  const at = (place: Position, change = {}) =>
    grabAt(shape, { place, reach: 5, resolution: 1, isEditing: true, isFramed: false, ...change })
  expect(at([2, 1])).toMatchObject({ kind: 'corner', isNew: false })
  expect(at([50, -24])).toBeNull()
  expect(at([30, 1])).toMatchObject({ kind: 'corner', isNew: true })
  expect(at([30, 1], { isEditing: false })).toBeNull()
  const corner = at([2, 1])
  const moved = corner && draggedShapes({ ...corner, from: [0, 0] }, [-100, 0], false).get('a')
  expect(moved && areaOf(moved.geometry)).toBe(15_000)
  const isFramed = true
  const turn = at([50, -24], { isFramed })
  expect(turn).toMatchObject({ kind: 'turn' })
  const turned = turn && draggedShapes({ ...turn, from: [50, -24] }, [124, 50], false).get('a')
  expect(turned && areaOf(turned.geometry)).toBeCloseTo(10_000)
  const side = at([100, 50], { isFramed })
  const wider = side && draggedShapes({ ...side, from: [100, 50] }, [200, 50], false).get('a')
  expect(side?.kind).toBe('frame')
  expect(wider && areaOf(wider.geometry)).toBeCloseTo(20_000)
})

test('handles leave a shape in sight, however many corners it has and however small it is', () => {
  const around = { isEditing: true, isFramed: false }
  const ring = Array.from({ length: 361 }, (_, at): Position => {
    const angle = ((at % 360) * Math.PI) / 180
    return [100 * Math.cos(angle), 100 * Math.sin(angle)]
  })
  const round = { geometry: { type: 'Polygon' as const, coordinates: [ring] }, shape: 'polygon' as const }
  const count = (resolution: number) => handlesOf(round, { ...around, resolution }).corners.length
  expect(count(1)).toBeLessThan(2 * Math.PI * (100 / 16))
  expect(count(0.1)).toBe(360)
  const box = (side: number) => ({ geometry: square(0, 0, side), shape: 'rectangle' as const })
  const places = (side: number) => handlesOf(box(side), { ...around, resolution: 1 }).places.length
  expect([places(100), places(20), places(5)]).toEqual([8, 4, 1])
})
