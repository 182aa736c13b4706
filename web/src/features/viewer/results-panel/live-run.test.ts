import { expect, test } from 'vitest'
import { endedRunOf, liveOutputOf, liveRunOf } from './live-run.ts'

const run = (id: string, state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled') => ({
  id,
  state,
  input_image_id: 'scan',
})
const nothing = new Set<string>()
const none = new Map<string, boolean>()
const live = (runs: ReturnType<typeof run>[], followed = none, hidden = nothing) =>
  liveRunOf(runs, 'scan', { followed, hidden })?.id

test('the newest run that is under way is shown as it is made', () => {
  const runs = [run('c', 'queued'), run('b', 'running'), run('a', 'running')]
  expect(live(runs)).toBe('b')
  expect(live(runs, none, new Set(['b']))).toBe('a')
  expect(liveRunOf(runs, 'another', { followed: none, hidden: nothing })).toBeNull()
})

test('what came of it stays, and what failed goes', () => {
  const followed = new Map([
    ['a', true],
    ['b', true],
  ])
  expect(live([run('b', 'failed'), run('a', 'succeeded')], followed)).toBe('a')
  expect(live([run('a', 'cancelled')], followed)).toBeUndefined()
  // Nobody saw it while it was made.
  expect(live([run('a', 'succeeded')])).toBeUndefined()
  expect(live([run('b', 'running'), run('a', 'succeeded')], followed)).toBe('b')
})

test('what a run has made is shown when it ends, unless something else was chosen since', () => {
  const runs = [run('b', 'running'), run('a', 'succeeded')]
  const ended = (isWanted: boolean, hidden = nothing) =>
    endedRunOf(runs, { followed: new Map([['a', isWanted]]), hidden })?.id
  expect(ended(true)).toBe('a')
  expect(ended(false)).toBeUndefined()
  expect(ended(true, new Set(['a']))).toBeUndefined()
  // It was done before this slide was looked at.
  expect(endedRunOf(runs, { followed: none, hidden: nothing })).toBeNull()
})

test('of several outputs a picture is shown', () => {
  const score = { kind: 'score', key: 'n', label: 'N', unit: '', digits: 0 } as const
  const mask = { kind: 'mask', key: 'm', label: 'M', classes: [] } as const
  const image = { kind: 'image', key: 'i', label: 'I', pixels: 'rgb', channels: [], virtual: true } as const
  expect(liveOutputOf({ outputs: [score, { ...mask, classes: [] }, { ...image, channels: [] }] })?.key).toBe(
    'i',
  )
  expect(liveOutputOf({ outputs: [score] })).toBeNull()
})
