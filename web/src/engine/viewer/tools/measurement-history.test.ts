import { expect, test } from 'vitest'
import type { Measurement } from './measurement.ts'
import { createMeasurementHistory } from './measurement-history.ts'
import { freshTools, type ToolsState } from './tools-state.ts'

const field = (id: string, x: number): Measurement => ({
  id,
  kind: 'field',
  center: { x, y: 0 },
  diameter: 500,
})
const having = (measurements: readonly Measurement[], grab: ToolsState['grab'] = null): ToolsState => ({
  ...freshTools,
  measurements,
  grab,
})

test('changes are taken back one by one, the last first', () => {
  const history = createMeasurementHistory()
  const [none, one, two] = [having([]), having([field('1', 0)]), having([field('1', 0), field('2', 9)])]
  history.note(none, one)
  history.note(one, two)
  // Something else, such as what is selected.
  history.note(two, { ...two, selected: '2' })
  expect(history.depth()).toBe(2)
  expect(history.undo()).toBe(one.measurements)
  expect(history.undo()).toBe(none.measurements)
  expect(history.undo()).toBeNull()
})

test('a drag is one change, and the next drag another', () => {
  const history = createMeasurementHistory()
  const grab = () => ({ before: field('1', 0), handle: 'whole', from: { x: 0, y: 0 } }) as const
  const [first, second] = [grab(), grab()]
  const steps = [
    having([field('1', 0)]),
    ...[1, 2, 3].map((x) => having([field('1', x)], first)),
    ...[4, 5].map((x) => having([field('1', x)], second)),
  ]
  for (const [at, after] of steps.entries()) {
    const before = steps[at - 1]
    if (before) history.note(before, after)
  }
  expect(history.depth()).toBe(2)
  expect(history.undo()).toEqual([field('1', 3)])
  expect(history.undo()).toEqual([field('1', 0)])
})
