import { describe, expect, test } from 'vitest'
import { createViewHistory, isAlmost } from './view-history.ts'
import type { Viewport } from './viewport.ts'

const at = (x: number): Viewport => ({ center: { x, y: 0 }, resolution: 2, rotation: 0, flipped: false })

describe('history', () => {
  test('goes back and forward through the views one stayed at', () => {
    const history = createViewHistory()
    for (const x of [100, 200, 300]) history.stayed(at(x))
    expect(history.back(at(300))).toEqual(at(200))
    expect(history.back(at(200))).toEqual(at(100))
    expect(history.back(at(100))).toBeNull()
    expect(history.forward()).toEqual(at(200))
    expect(history.forward()).toEqual(at(300))
    expect(history.forward()).toBeNull()
  })

  test('whoever has moved on without staying gets back to where they were', () => {
    const history = createViewHistory()
    history.stayed(at(100))
    history.stayed(at(200))
    expect(history.back(at(250))).toEqual(at(200))
    expect(history.back(at(200))).toEqual(at(100))
  })

  test('staying where one went back to keeps the way forward', () => {
    const history = createViewHistory()
    for (const x of [100, 200]) history.stayed(at(x))
    history.back(at(200))
    history.stayed(at(101))
    expect(history.forward()).toEqual(at(200))
  })

  test('going elsewhere from there is a new way', () => {
    const history = createViewHistory()
    for (const x of [100, 200, 300]) history.stayed(at(x))
    history.back(at(300))
    history.stayed(at(900))
    expect(history.forward()).toBeNull()
    expect(history.back(at(900))).toEqual(at(200))
  })

  test('keeps no more than it should', () => {
    const history = createViewHistory(3)
    for (const x of [100, 200, 300, 400, 500]) history.stayed(at(x))
    expect(history.back(at(500))).toEqual(at(400))
    expect(history.back(at(400))).toEqual(at(300))
    expect(history.back(at(300))).toBeNull()
  })

  test('says whether there is a way back and forward', () => {
    const history = createViewHistory()
    const ways = (now: Viewport) => [history.canGoBack(now), history.canGoForward()]
    expect(ways(at(100))).toEqual([false, false])
    history.stayed(at(100))
    expect(ways(at(100))).toEqual([false, false])
    // Moved on, without having stayed there yet.
    expect(ways(at(200))).toEqual([true, false])
    history.stayed(at(200))
    history.back(at(200))
    expect(ways(at(100))).toEqual([false, true])
    history.forward()
    expect(ways(at(200))).toEqual([true, false])
  })

  test('is empty at first', () => {
    const history = createViewHistory()
    expect(history.back(at(0))).toBeNull()
    expect(history.forward()).toBeNull()
  })
})

test('views that nobody could tell apart are almost the same; a full turn is none', () => {
  const view = at(100)
  expect(isAlmost(view, at(103))).toBe(true)
  expect(isAlmost(view, at(105))).toBe(false)
  expect(isAlmost(view, { ...view, rotation: 2 * Math.PI })).toBe(true)
  expect(isAlmost(view, { ...view, rotation: 0.1 })).toBe(false)
  expect(isAlmost(view, { ...view, flipped: true })).toBe(false)
  expect(isAlmost(view, { ...view, resolution: 2.1 })).toBe(false)
})
