import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

function open(isBusy = true) {
  let time = 0
  const pauses: number[] = []
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  const pace = createPace({ isBusy: () => isBusy, now: () => time, pause })
  const ask = async (person: string, times: number, bytes = 0) => {
    pauses.length = 0
    for (let n = 0; n < times; n += 1) await pace.wait(person, bytes)
    return [...pauses]
  }
  return {
    ask,
    note: pace.note,
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

test('who asks for more than others waits for each further request, and the others do not', async () => {
  const { ask, note } = open()
  note('viewer')
  expect(await ask('flood', 100)).toEqual([])
  expect(await ask('flood', 3)).toEqual([40, 80, 120])
  expect(await ask('viewer', 100)).toEqual([])
})

test('waiting has an end, and is over once the share has come again', async () => {
  const { ask, note, pass } = open()
  note('viewer')
  expect((await ask('flood', 1000)).at(-1)).toBe(5000)
  pass(5)
  note('viewer')
  expect(await ask('flood', 1)).toEqual([40])
  pass(4)
  note('viewer')
  expect(await ask('flood', 99)).toEqual([])
})

test('a large body or reply counts as several requests', async () => {
  const { ask, note } = open()
  note('viewer')
  expect(await ask('flood', 2, 3_276_800)).toEqual([80])
})

test('nobody waits where there is time for all, or where nobody else is there', async () => {
  const idle = open(false)
  idle.note('viewer')
  expect(await idle.ask('alone', 1000)).toEqual([])
  const busy = open()
  busy.note('viewer')
  busy.pass(3)
  expect(await busy.ask('alone', 1000)).toEqual([])
})
