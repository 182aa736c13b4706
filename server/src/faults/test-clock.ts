import { readFileSync } from 'node:fs'

/**
 * Loaded before anything else, moves the wall clock of a process by as many milliseconds as a file says, whenever
 * that changes. Nothing else moves: timers and performance.now() go by a clock that only goes forward.
 */
const file = process.env.TEST_CLOCK_FILE ?? ''
const RealDate = Date

function readShift(): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

let shift = readShift()
setInterval(() => {
  shift = readShift()
}, 20).unref()

globalThis.Date = new Proxy(RealDate, {
  construct: (_target, given: [], newTarget) =>
    given.length === 0
      ? Reflect.construct(RealDate, [RealDate.now() + shift], newTarget)
      : Reflect.construct(RealDate, given, newTarget),
  get: (target, name, receiver) =>
    name === 'now' ? () => RealDate.now() + shift : Reflect.get(target, name, receiver),
})
