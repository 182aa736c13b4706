import { beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { createGate, type Gate } from './gate.ts'
import { createPartLine, type PartTurn, type StandingTools, takeTurn } from './part-line.ts'

let clock: TestClock
let going: Gate
let asked: string[]
let travelling: Map<string, PartTurn>
let leaving: AbortController
let tools: StandingTools

beforeEach(() => {
  clock = createTestClock()
  going = createGate()
  asked = []
  travelling = new Map()
  leaving = new AbortController()
  tools = { line: createPartLine(undefined, 2), clock, going, order: () => 0, signal: leaving.signal }
})

/** Stands in line; the address says which time it was asked for. */
async function stand(part: string): Promise<void> {
  const turn = await takeTurn(tools, async () => {
    asked.push(part)
    return `${part} #${asked.filter((each) => each === part).length}`
  })
  travelling.set(part, turn)
}

const end = (part: string) => travelling.get(part)?.end()
const urls = () => [...travelling.values()].map(({ url }) => url)

test('two more than travel have their address, and the others have not', async () => {
  for (const part of ['a', 'b', 'c', 'd', 'e']) void stand(part)
  await clock.settle()
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  expect(urls()).toEqual(['a #1', 'b #1'])
  end('a')
  await clock.settle()
  expect(urls()).toEqual(['a #1', 'b #1', 'c #1'])
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('an address that was asked for long ago is asked for again', async () => {
  for (const part of ['a', 'b', 'c']) void stand(part)
  await clock.advance(5 * 60_000)
  end('a')
  await clock.settle()
  expect(urls()).toEqual(['a #1', 'b #1', 'c #2'])
})

test('whoever is paused while waiting makes room for others, and comes back with a new address', async () => {
  for (const part of ['a', 'b', 'c', 'd']) void stand(part)
  await clock.settle()
  going.set(false)
  end('a')
  end('b')
  await clock.settle()
  expect(urls()).toEqual(['a #1', 'b #1'])

  const others = { ...tools, going: createGate() }
  const turns = await Promise.all(['x', 'y'].map((part) => takeTurn(others, async () => part)))
  for (const turn of turns) turn.end()
  going.set(true)
  await clock.settle()
  expect(urls()).toEqual(['a #1', 'b #1', 'c #2', 'd #2'])
})

test('an address that is refused gives the place to the next', async () => {
  const refused = takeTurn(tools, () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  for (const part of ['a', 'b', 'c', 'd']) void stand(part)
  await clock.settle()
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
  expect(urls()).toEqual(['a #1', 'b #1'])
})

test('whoever gives up waiting leaves the place to others', async () => {
  await stand('a')
  await stand('b')
  const waiting = stand('c')
  await clock.settle()
  const others = { ...tools, signal: new AbortController().signal }
  const next = takeTurn(others, async () => 'x')
  leaving.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  end('a')
  expect((await next).url).toBe('x')
})
