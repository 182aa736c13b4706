import type { AnnotationView } from '@cresyl/contract/annotations/annotation-views'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnnotationSource, type AskedPart, createAnnotationSource } from './annotation-source.ts'

const [left, right] = [{ name: 'left' }, { name: 'right' }]
const box = (at: number) => ({ minX: at, minY: at, maxX: at + 80, maxY: at + 80 })
let asked: AskedPart[]
let told: unknown[]
let isComplete: boolean
let source: AnnotationSource
let looking: Map<object, number>

beforeEach(() => {
  vi.useFakeTimers()
  looking = new Map([
    [left, 0],
    [right, 500],
  ])
  ;[asked, told, isComplete] = [[], [], false]
})
afterEach(() => {
  source.destroy()
  vi.useRealTimers()
})

async function fetch(part: AskedPart): Promise<AnnotationView> {
  asked.push(part)
  return { shapes: [], geometries: '', cell: asked.length, counted: [], complete: isComplete }
}

/** Views look again whenever they are told to, as layers do. */
async function open(): Promise<void> {
  source = createAnnotationSource({
    size: { width: 1000, height: 1000 },
    fetch,
    document: {
      takeAll: () => void told.push('all'),
      takePart: (view) => void told.push(view),
      leavePart: (view) => void told.push(['left', view]),
    },
  })
  source.subscribe(draw)
  draw()
  await vi.advanceTimersByTimeAsync(10_000)
}

function draw(): void {
  for (const [view, at] of looking) source.want(view, box(at), 1)
}

async function look(view: object, at: number): Promise<void> {
  looking.set(view, at)
  draw()
  await vi.advanceTimersByTimeAsync(10_000)
}

test('everything is asked for once where that is not too much', async () => {
  isComplete = true
  await open()
  expect(asked).toEqual([{ minX: -1000, minY: -1000, maxX: 2000, maxY: 2000, least: 0 }])
  expect(told).toEqual(['all'])
  expect(source.isWhole()).toBe(true)
})

test('two views of too much are each asked for once, and each has its own counts', async () => {
  await open()
  expect(asked.slice(1)).toEqual([
    { minX: -10, minY: -10, maxX: 90, maxY: 90, least: 4 },
    { minX: 490, minY: 490, maxX: 590, maxY: 590, least: 4 },
  ])
  expect(told.slice(1)).toEqual([left, right])
  expect([left, right].map((view) => source.counted(view).cell)).toEqual([2, 3])
  await look(left, 5)
  expect(asked).toHaveLength(3)
  looking.delete(right)
  source.leave(right)
  await look(left, 300)
  expect(asked).toHaveLength(4)
  expect(told.slice(3)).toEqual([['left', right], left])
})
