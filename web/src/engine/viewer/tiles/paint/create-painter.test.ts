import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../../../test-clock.ts'
import { createPainter } from './create-painter.ts'
import type { GlEvents } from './gl-painter.ts'
import type { Painter } from './scene.ts'

let clock: TestClock
let card: GlEvents | null
let told: string[]

const painter = (name: string, canCompose: boolean): Painter => ({
  // The canvas is only handed on.
  canvas: { id: name } as HTMLCanvasElement,
  canCompose,
  paint: () => {},
  destroy: () => told.push(`${name} destroyed`),
})
const open = (isThere = true) =>
  createPainter({
    onlyIfFast: false,
    clock,
    onLost: () => told.push('lost'),
    onReady: () => told.push('ready'),
    first: (events) => {
      card = events
      return isThere ? painter('card', true) : null
    },
    instead: () => painter('plain', false),
  })

beforeEach(() => {
  clock = createTestClock()
  card = null
  told = []
})

test('without WebGL, or where it refuses our programs, it is a plain canvas from the start', () => {
  const made = open(false)
  expect([made.canvas.id, made.canCompose]).toEqual(['plain', false])
})

test('a graphics card that comes back goes on with the same canvas', async () => {
  const made = open()
  card?.lost()
  expect(told).toEqual(['lost'])
  card?.restored()
  await clock.advance(60_000)
  expect(told).toEqual(['lost', 'ready'])
  expect([made.canvas.id, made.canCompose]).toEqual(['card', true])
})

test('one that stays away is replaced by a plain canvas', async () => {
  const made = open()
  card?.lost()
  await clock.advance(60_000)
  expect(told).toEqual(['lost', 'card destroyed', 'lost', 'ready'])
  expect([made.canvas.id, made.canCompose]).toEqual(['plain', false])
})

test('one that comes back broken is replaced at once', () => {
  const made = open()
  card?.lost()
  card?.broken()
  expect(made.canvas.id).toBe('plain')
  expect(told.at(-1)).toBe('ready')
})

test('one that was lost is not waited for once the view is closed', async () => {
  const made = open()
  card?.lost()
  made.destroy()
  await clock.advance(60_000)
  expect(told).toEqual(['lost', 'card destroyed'])
})
