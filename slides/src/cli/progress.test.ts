import { expect, it } from 'vitest'
import { createProgress, duration, elapsed, noProgress } from './progress.ts'

function record(terminal: boolean, columns = 80) {
  let time = 0
  const written: string[] = []
  const stream = { isTTY: terminal, columns, write: (text: string) => written.push(text) }
  const progress = createProgress(stream, () => time)
  return { progress, written, wait: (ms: number) => (time += ms) }
}

const megapixels = (rate: number) => `${rate.toFixed(1)} MP/s`

it('draws a bar with percent, rate and time left on a terminal, and clears it at the end', () => {
  const { progress, written, wait } = record(true)
  const running = progress.begin('Converting', 200, megapixels)
  wait(2000)
  running.add(50)
  expect(written).toEqual([
    `\rConverting ${'█'.repeat(8)}${'░'.repeat(22)} 25 %, 25.0 MP/s, 6 s left\u001b[K`,
  ])
  running.end()
  expect(written.at(-1)).toBe('\r\u001b[K')
})

it('draws no oftener than ten times a second', () => {
  const { progress, written, wait } = record(true)
  const running = progress.begin('Converting', 1000, megapixels)
  for (let step = 0; step < 1000; step++) {
    wait(1)
    running.add(1)
  }
  expect(written.length).toBe(10)
})

it('keeps to the width of the terminal', () => {
  const { progress, written, wait } = record(true, 32)
  const running = progress.begin('Converting', 200, megapixels)
  wait(5000)
  running.add(199)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what moves the cursor takes no place
  expect(written[0]?.replace(/[\r]|\u001b\[K/g, '').length).toBeLessThan(32)
})

it('takes a terminal that does not know its width for one of 80 columns', () => {
  const { progress, written, wait } = record(true, 0)
  const running = progress.begin('Converting', 200, megapixels)
  wait(2000)
  running.add(100)
  expect(written[0]).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 50 %, 50.0 MP/s, 2 s left`)
})

it('writes a plain line now and then where there is no terminal', () => {
  const { progress, written, wait } = record(false)
  const running = progress.begin('Converting', 100, megapixels)
  for (let second = 0; second < 25; second++) {
    wait(1000)
    running.add(1)
  }
  running.end()
  expect(written).toEqual([
    'Converting: 10 %, 1.0 MP/s, 1 min 30 s left\n',
    'Converting: 20 %, 1.0 MP/s, 1 min 20 s left\n',
  ])
})

it('writes nothing where it is told to be quiet', () => {
  expect(noProgress.begin('Converting', 1, megapixels).add(1)).toBeUndefined()
})

it.each([
  [0.4, '0 s'],
  [59.6, '1 min 0 s'],
  [3599, '59 min 59 s'],
  [7500, '2 h 5 min'],
])('says %d seconds as %s', (seconds, text) => expect(duration(seconds)).toBe(text))

it.each([
  [0.04, '0.0 s'],
  [1.26, '1.3 s'],
  [9.96, '10 s'],
])('says that %d seconds passed as %s', (seconds, text) => expect(elapsed(seconds)).toBe(text))
