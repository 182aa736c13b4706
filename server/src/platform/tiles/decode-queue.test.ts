import { describe, expect, test } from 'vitest'
import { createDecodeQueue, type Priority } from './decode-queue.ts'

interface TestJob {
  name: string
  fileId: string
  priority: Priority
}

const job = (name: string, fileId: string, priority: Priority = 'visible'): TestJob => ({
  name,
  fileId,
  priority,
})
const always = () => true

function prepare(jobs: TestJob[], limit = 100) {
  const queue = createDecodeQueue<TestJob>(limit)
  for (const each of jobs) expect(queue.add(each)).toBe(true)
  const takeAll = (mayRun: (job: TestJob) => boolean = always) => {
    const names: string[] = []
    for (let next = queue.take(mayRun); next; next = queue.take(mayRun)) names.push(next.name)
    return names
  }
  return { queue, takeAll }
}

describe('what waits to be decoded', () => {
  test('is taken by priority, whenever it came', () => {
    const { takeAll } = prepare([
      job('1', 'a', 'export'),
      job('2', 'a', 'thumbnail'),
      job('3', 'a'),
      job('4', 'b'),
    ])
    expect(takeAll()).toEqual(['3', '4', '2', '1'])
  })

  test('is taken from each file in turn, the oldest of it first', () => {
    const { takeAll } = prepare([
      job('a1', 'a'),
      job('a2', 'a'),
      job('a3', 'a'),
      job('b1', 'b'),
      job('c1', 'c'),
      job('b2', 'b'),
    ])
    expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('is passed over while it may not run, and keeps its place', () => {
    const { queue, takeAll } = prepare([job('a1', 'a'), job('b1', 'b'), job('a2', 'a')])
    expect(queue.take(({ fileId }) => fileId !== 'a')?.name).toBe('b1')
    expect(takeAll()).toEqual(['a1', 'a2'])
    expect(queue.size).toBe(0)
  })

  test('comes first where it was begun already', () => {
    const { queue, takeAll } = prepare([job('a1', 'a'), job('a2', 'a')])
    queue.putBack(job('a0', 'a'))
    expect(takeAll()).toEqual(['a0', 'a1', 'a2'])
  })

  test('can be moved up, never down', () => {
    const late = job('late', 'b', 'export')
    const early = job('early', 'a')
    const { queue, takeAll } = prepare([early, job('middle', 'a', 'thumbnail'), late])
    queue.promote(late, 'visible')
    queue.promote(early, 'export')
    expect(takeAll()).toEqual(['early', 'late', 'middle'])
  })

  test('can be taken out, one or all of a file', () => {
    const second = job('a2', 'a')
    const { queue, takeAll } = prepare([
      job('a1', 'a'),
      second,
      job('b1', 'b', 'export'),
      job('a3', 'a', 'thumbnail'),
    ])
    expect(queue.remove(second)).toBe(true)
    expect(queue.remove(second)).toBe(false)
    expect(queue.removeFile('a').map(({ name }) => name)).toEqual(['a1', 'a3'])
    expect(queue.size).toBe(1)
    expect(takeAll()).toEqual(['b1'])
  })
})

describe('the room in the queue', () => {
  test('is limited, and free again once something was taken', () => {
    const { queue } = prepare([job('1', 'a'), job('2', 'a'), job('3', 'b'), job('4', 'b')], 4)
    expect(queue.add(job('5', 'c'))).toBe(false)
    queue.take(always)
    expect(queue.add(job('5', 'c'))).toBe(true)
    expect(queue.size).toBe(4)
  })

  test('is only half that of one file', () => {
    const { queue } = prepare([job('1', 'a'), job('2', 'a')], 4)
    expect(queue.add(job('3', 'a'))).toBe(false)
    expect(queue.add(job('3', 'b'))).toBe(true)
  })

  test('is only half that of what nobody looks at', () => {
    const { queue } = prepare([job('1', 'a', 'export'), job('2', 'b', 'thumbnail')], 4)
    expect(queue.add(job('3', 'c', 'export'))).toBe(false)
    expect(queue.add(job('3', 'c'))).toBe(true)
  })
})
