import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { describe, expect, test } from 'vitest'
import { withMeasurements } from './edit-state.ts'
import type { Measurement } from './measurement.ts'
import { nextState, withTool } from './next-state.ts'
import type { ToolEvent } from './tool-events.ts'
import { freshTools, type ToolsState } from './tools-state.ts'

const around = {
  space: sourceSpace({ frame: 'one', width: 10_000, height: 10_000, mpp: { x: 0.5, y: 0.5 } }),
  rotation: 0,
}
const middle = { point: { x: 500, y: 500 }, reach: 4, snaps: false }
const enter: ToolEvent = { type: 'enter', ...middle }
const fullStop: ToolEvent = { type: 'setPoint', ...middle }
const cancel: ToolEvent = { type: 'escape' }
const nudge = (x: number, y: number): ToolEvent => ({ type: 'nudge', by: { x, y } })
const point = (step: 1 | -1): ToolEvent => ({ type: 'handle', step })
const measurement = (step: 1 | -1): ToolEvent => ({ type: 'measurement', step })

const after = (state: ToolsState, ...events: ToolEvent[]) =>
  events.reduce((now, event) => nextState(now, event, around), state)
const pointsOf = ({ measurements }: ToolsState, index = 0) => {
  const found = measurements[index]
  return found && 'points' in found ? found.points.map(({ x, y }) => [x, y]) : null
}

describe('drawing by keys', () => {
  test('begins in the middle; arrows move the point, Enter sets it, twice at one place ends', () => {
    const aiming = after(withTool(freshTools, 'ruler'), enter)
    expect([aiming.aim, aiming.draft]).toEqual([{ x: 500, y: 500 }, null])
    const half = after(aiming, enter, nudge(30, 0), nudge(10, -20))
    expect(half.draft).toMatchObject({ points: [{ x: 500, y: 500 }], pointer: { x: 540, y: 480 } })
    const done = after(half, enter, enter)
    expect(pointsOf(done)).toEqual([
      [500, 500],
      [540, 480],
    ])
    expect(done.draft).toBeNull()
  })

  test('an angle ends by itself, an area where it began', () => {
    const angle = after(withTool(freshTools, 'angle'), enter, enter, nudge(9, 0), enter, nudge(0, 9), enter)
    expect(pointsOf(angle)).toHaveLength(3)
    const corners = [enter, enter, nudge(50, 0), enter, nudge(0, 50), enter, nudge(-50, -50), enter]
    expect(pointsOf(after(withTool(freshTools, 'area'), ...corners))).toHaveLength(3)
  })

  test('a field is one press, over what lies there already', () => {
    const two = after(withTool(freshTools, 'field'), enter, enter, enter)
    expect(two.measurements.map(({ kind }) => kind)).toEqual(['field', 'field'])
  })

  test('a box is two corners', () => {
    const state = after(withTool(freshTools, 'box'), enter, enter, nudge(-40, 30), enter)
    expect(state.box).toEqual({ x: 460, y: 500, width: 40, height: 30 })
    expect([state.tool, state.aim, state.boxFrom]).toEqual([null, null, null])
  })

  test('a full stop sets a point at once', () => {
    expect(after(withTool(freshTools, 'ruler'), fullStop).draft?.points).toEqual([{ x: 500, y: 500 }])
  })

  test('Escape cancels what is drawn, then the aim, then the tool', () => {
    const drawing = after(withTool(freshTools, 'ruler'), enter, enter, nudge(5, 5))
    const states = [1, 2, 3].map((times) => after(drawing, ...Array<ToolEvent>(times).fill(cancel)))
    expect(states.map(({ draft, aim, tool }) => [draft !== null, aim !== null, tool])).toEqual([
      [false, true, 'ruler'],
      [false, false, 'ruler'],
      [false, false, null],
    ])
  })

  test('the mouse takes over where the keys left off', () => {
    const drawing = after(withTool(freshTools, 'ruler'), enter, enter)
    const { aim, draft } = after(drawing, { type: 'move', point: { x: 9, y: 9 }, reach: 8, snaps: false })
    expect([aim, draft?.pointer]).toEqual([null, { x: 9, y: 9 }])
  })

  test('without a tool in hand the keys are somebody else’s', () => {
    for (const event of [enter, fullStop, nudge(1, 1), point(1), measurement(1)])
      expect(nextState(freshTools, event, around)).toBe(freshTools)
    const inHand = withTool(freshTools, 'ruler')
    expect(nextState(inHand, nudge(1, 1), around)).toBe(inHand)
  })
})

describe('what is there', () => {
  const ruler: Measurement = {
    id: 'r',
    kind: 'ruler',
    points: [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ],
  }
  const field: Measurement = { id: 'f', kind: 'field', center: { x: 50, y: 50 }, diameter: 550 }
  const both = withMeasurements(freshTools, [ruler, field])

  test('is gone through in order, and around', () => {
    const ids = [1, 2, 3].map(
      (times) => after(both, ...Array<ToolEvent>(times).fill(measurement(1))).selected,
    )
    expect(ids).toEqual(['1', '2', '1'])
    expect(after(both, measurement(-1)).selected).toBe('2')
    expect(after(both, measurement(1), measurement(-1)).selected).toBe('2')
  })

  test('moves as a whole, or point by point', () => {
    const whole = after(both, measurement(1), nudge(1, 2))
    expect(pointsOf(whole)).toEqual([
      [1, 2],
      [101, 2],
    ])
    const second = after(both, measurement(1), point(-1), nudge(0, 10))
    expect([second.handle, pointsOf(second)]).toEqual([
      1,
      [
        [0, 0],
        [100, 10],
      ],
    ])
  })

  test('points are gone through, then all of it', () => {
    const first = { ...both, selected: '1' }
    const handles = [1, 2, 3, 4].map(
      (times) => after(first, ...Array<ToolEvent>(times).fill(point(1))).handle,
    )
    expect(handles).toEqual([0, 1, 'whole', 0])
    expect(after(both, point(1))).toMatchObject({ selected: '2', handle: 'whole' })
  })

  test('Escape gives the arrows back to the picture, then lets go', () => {
    const chosen = after(both, measurement(1))
    const free = after(chosen, cancel)
    expect([free.selected, free.handle]).toEqual(['1', null])
    expect(nextState(free, nudge(1, 0), around)).toBe(free)
    expect(after(free, cancel).selected).toBeNull()
  })

  test('Delete removes what is selected', () => {
    const left = after(both, measurement(1), { type: 'removeSelected' })
    expect(left.measurements.map(({ kind }) => kind)).toEqual(['field'])
    expect([left.selected, left.handle]).toEqual([null, null])
  })

  test('is numbered anew where it comes from elsewhere, and goes on from there', () => {
    expect(both.measurements.map(({ id }) => id)).toEqual(['1', '2'])
    const more = after(withTool(both, 'field'), enter, enter)
    expect(more.measurements.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })
})
