import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { describe, expect, test } from 'vitest'
import { removed } from './edit-state.ts'
import { nextState, withTool } from './next-state.ts'
import type { PointerPlace, ToolEvent } from './tool-events.ts'
import { draftMeasurement, freshTools, type ToolName, type ToolsState } from './tools-state.ts'

const image = { frame: 'one', width: 10_000, height: 10_000 }
const around = { space: sourceSpace({ ...image, mpp: { x: 0.5, y: 0.5 } }), rotation: 0 }

const place = (x: number, y: number, snaps = false): PointerPlace => ({ point: { x, y }, reach: 8, snaps })
const click = (x: number, y: number, snaps = false) => ({ type: 'click', ...place(x, y, snaps) }) as const
const move = (x: number, y: number, snaps = false) => ({ type: 'move', ...place(x, y, snaps) }) as const
const press = (x: number, y: number) => ({ type: 'press', ...place(x, y) }) as const
const drag = (x: number, y: number, snaps = false) => ({ type: 'drag', ...place(x, y, snaps) }) as const
/** As a browser tells it: two clicks come first. */
const doubleClick = (x: number, y: number): ToolEvent[] => [
  click(x, y),
  click(x + 1, y),
  { type: 'double', ...place(x + 1, y) },
]
const esc: ToolEvent = { type: 'escape' }
const finish: ToolEvent = { type: 'finish' }
const backspace: ToolEvent = { type: 'removeLast' }
const del: ToolEvent = { type: 'removeSelected' }
const release: ToolEvent = { type: 'release' }

const withHand = (tool: ToolName | null) => withTool(freshTools, tool)
const after = (state: ToolsState, ...events: ToolEvent[]) =>
  events.reduce((now, event) => nextState(now, event, around), state)
const pointsOf = ({ measurements }: ToolsState, index = 0) => {
  const found = measurements[index]
  return found && 'points' in found ? found.points.map(({ x, y }) => [Math.round(x), Math.round(y)]) : null
}

describe('ruler', () => {
  test('clicks set points, a double click sets the last and ends', () => {
    const state = after(withHand('ruler'), click(0, 0), click(100, 0), ...doubleClick(100, 100))
    expect(pointsOf(state)).toEqual([
      [0, 0],
      [100, 0],
      [100, 100],
    ])
    expect([state.draft, state.tool, state.selected]).toEqual([null, 'ruler', '1'])
  })

  test('shows where the next point would be', () => {
    const { draft } = after(withHand('ruler'), click(0, 0), move(50, 20))
    expect(draft && draftMeasurement(draft)).toMatchObject({
      points: [
        { x: 0, y: 0 },
        { x: 50, y: 20 },
      ],
    })
  })

  test('a stroke with the button held draws a line, and clicks go on afterwards', () => {
    const stroke = after(withHand('ruler'), press(0, 0), move(60, 10), drag(60, 10))
    expect(stroke.draft && draftMeasurement(stroke.draft)).toMatchObject({
      points: [
        { x: 0, y: 0 },
        { x: 60, y: 10 },
      ],
    })
    const state = after(stroke, drag(100, 6, true), release, press(300, 0), release, click(300, 0))
    expect(pointsOf(state)).toEqual([
      [0, 0],
      [100, 0],
    ])
    expect([state.draft?.points, state.tool]).toEqual([[{ x: 300, y: 0 }], 'ruler'])
  })

  test('a stroke shorter than a finger is broad sets the first point', () => {
    const state = after(withHand('ruler'), press(0, 0), drag(3, 3), move(3, 3), release)
    expect([state.measurements, state.draft?.points]).toEqual([[], [{ x: 0, y: 0 }]])
  })

  test('Escape or a second finger drops a stroke, and with a point set a drag is the picture’s', () => {
    const dropped = after(withHand('ruler'), press(0, 0), drag(90, 0), esc)
    expect([dropped.draft, dropped.lineFrom, dropped.tool]).toEqual([null, null, 'ruler'])
    expect(after(dropped, drag(95, 0), release).measurements).toEqual([])
    const begun = after(withHand('ruler'), click(0, 0))
    expect(nextState(begun, press(500, 500), around)).toBe(begun)
  })

  test('Enter ends without the pointer, and does nothing with one point', () => {
    expect(pointsOf(after(withHand('ruler'), click(0, 0), click(9, 0), move(50, 50), finish))).toEqual([
      [0, 0],
      [9, 0],
    ])
    const one = after(withHand('ruler'), click(0, 0))
    expect(nextState(one, finish, around)).toBe(one)
  })

  test('Backspace takes points back, one by one', () => {
    const drawn = after(withHand('ruler'), click(0, 0), click(100, 0), click(200, 0), backspace)
    expect(drawn.draft?.points).toHaveLength(2)
    expect(after(drawn, backspace, backspace).draft).toBe(null)
  })

  test('Escape drops what is drawn first, then the tool', () => {
    const drawn = after(withHand('ruler'), click(0, 0), click(100, 0))
    const dropped = after(drawn, esc)
    expect([dropped.draft, dropped.tool, dropped.measurements]).toEqual([null, 'ruler', []])
    expect(after(dropped, esc).tool).toBe(null)
  })

  test('Shift keeps to steps of 15° as they are seen', () => {
    const level = after(withHand('ruler'), click(0, 0), click(100, 6, true), finish)
    expect(pointsOf(level)).toEqual([
      [0, 0],
      [100, 0],
    ])
    const turned = { ...around, rotation: 0.2 }
    const { draft } = nextState(after(withHand('ruler'), click(0, 0)), click(100, -15, true), turned)
    const end = draft?.points[1]
    expect(end && Math.atan2(end.y, end.x)).toBeCloseTo(-0.2, 9)
  })
})

describe('angle', () => {
  test('the third click ends it', () => {
    const state = after(withHand('angle'), click(100, 0), click(0, 0), click(0, 100))
    expect(pointsOf(state)).toEqual([
      [100, 0],
      [0, 0],
      [0, 100],
    ])
    expect(state.draft).toBe(null)
  })

  test('with Shift the other arm keeps to steps of 15° from the first', () => {
    const state = after(withHand('angle'), click(100, 20), click(0, 0), click(-15, 110, true))
    const points = state.measurements[0]?.kind === 'angle' ? state.measurements[0].points : []
    const [one, , other] = points.map(({ x, y }) => Math.atan2(y, x))
    const steps = ((other ?? 0) - (one ?? 0)) / (Math.PI / 12)
    expect(steps).toBeCloseTo(Math.round(steps), 9)
  })
})

describe('area', () => {
  test('a click on the first corner closes it', () => {
    const state = after(withHand('area'), click(0, 0), click(100, 0), click(100, 100), click(3, 3))
    expect(pointsOf(state)).toEqual([
      [0, 0],
      [100, 0],
      [100, 100],
    ])
  })

  test('two corners are none', () => {
    const state = after(withHand('area'), click(0, 0), ...doubleClick(100, 0))
    expect([state.measurements.length, state.draft?.points.length]).toEqual([0, 2])
  })
})

describe('field of view', () => {
  test('each click places one of the chosen size; they can be moved and are counted', () => {
    const chosen = { ...withHand('field'), fieldDiameter: 500 }
    const state = after(chosen, click(2000, 2000), click(5000, 5000))
    expect(state.measurements).toMatchObject([
      { kind: 'field', diameter: 500 },
      { kind: 'field', diameter: 500 },
    ])
    const moved = after(state, press(2000, 2000), drag(2100, 2050), release)
    expect(moved.measurements[0]).toMatchObject({ center: { x: 2100, y: 2050 } })
  })

  test('is taken at its edge too: 500 µm are 1000 pixels', () => {
    const state = after({ ...withHand('field'), fieldDiameter: 500 }, click(2000, 2000))
    const moved = after(state, press(2500, 2000), drag(2600, 2000), release)
    expect(moved.measurements[0]).toMatchObject({ center: { x: 2100, y: 2000 } })
  })

  test('has no size where the scale is unknown: none is placed', () => {
    const state = withHand('field')
    expect(nextState(state, click(10, 10), { ...around, space: sourceSpace(image) })).toBe(state)
  })
})

describe('box', () => {
  test('is drawn by dragging in any direction, then the tool is put away', () => {
    const state = after(withHand('box'), press(100, 100), drag(50, 160), release)
    expect(state.box).toEqual({ x: 50, y: 100, width: 50, height: 60 })
    expect([state.tool, state.boxFrom]).toEqual([null, null])
  })

  test('a mere click draws none', () => {
    const state = after(withHand('box'), press(100, 100), release, click(100, 100))
    expect([state.tool, state.box, state.boxFrom]).toEqual(['box', null, null])
  })

  test('Escape while dragging gives it up', () => {
    const state = after(withHand('box'), press(100, 100), drag(50, 160), esc)
    expect([state.box, state.boxFrom]).toEqual([null, null])
  })
})

describe('what is drawn', () => {
  const drawn = after(withHand('ruler'), click(0, 0), click(100, 0), finish, esc)

  test('has points that can be moved', () => {
    const moved = after(drawn, press(102, 1), drag(152, 51), release)
    expect(pointsOf(moved)).toEqual([
      [0, 0],
      [150, 50],
    ])
    expect(moved.grab).toBe(null)
  })

  test('is moved as a whole by its line, and Escape puts it back', () => {
    const held = after(drawn, press(50, 2), drag(60, 22))
    expect(pointsOf(held)).toEqual([
      [10, 20],
      [110, 20],
    ])
    expect(pointsOf(after(held, esc))).toEqual([
      [0, 0],
      [100, 0],
    ])
  })

  test('with Shift a point moves in steps of 15° around its neighbour', () => {
    expect(pointsOf(after(drawn, press(100, 0), drag(104, 96, true), release))?.[1]?.map(Math.abs)).toEqual([
      100, 100,
    ])
  })

  test('is selected by a click, removed by Delete, left alone by a click elsewhere', () => {
    const away = after(drawn, click(900, 900))
    expect(away.selected).toBe(null)
    const picked = after(away, click(50, 0))
    expect(picked.selected).toBe('1')
    expect(after(picked, del).measurements).toEqual([])
    expect(nextState(away, del, around)).toBe(away)
  })

  test('a press elsewhere is the picture’s, and nothing is held', () => {
    expect(nextState(drawn, press(500, 500), around)).toBe(drawn)
  })

  test('numbers are not given twice', () => {
    const again = after(withTool(removed(drawn, '1'), 'ruler'), click(0, 0), click(50, 50), finish)
    expect(again.measurements.map(({ id }) => id)).toEqual(['2'])
  })
})

test('changing tools keeps what is enough and drops what is not', () => {
  const enough = after(withHand('ruler'), click(0, 0), click(100, 0))
  expect(withTool(enough, 'area').measurements).toHaveLength(1)
  const tooLittle = after(withHand('ruler'), click(0, 0))
  const changed = withTool(tooLittle, 'angle')
  expect([changed.measurements, changed.draft, changed.tool]).toEqual([[], null, 'angle'])
})

test('without a tool clicks and moves leave everything as it is', () => {
  expect(after(freshTools, click(5, 5), move(6, 6), ...doubleClick(5, 5), finish, backspace, esc)).toBe(
    freshTools,
  )
})
