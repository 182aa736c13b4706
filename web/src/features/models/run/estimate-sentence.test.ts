import { expect, test } from 'vitest'
import { estimateSentence } from './estimate-sentence.ts'

test('what is known is told, with what it is known from', () => {
  expect(estimateSentence({ seconds: 170, runs: 5, queue_place: 2 })).toBe(
    'Takes about 3 min, based on 5 earlier runs. 2 jobs are ahead of it.',
  )
  expect(estimateSentence({ seconds: 4, runs: 1, queue_place: 1 })).toBe(
    'Takes a few seconds, based on 1 earlier run. 1 job is ahead of it.',
  )
})

test('what is not known is not told', () => {
  expect(estimateSentence({ seconds: null, runs: 0, queue_place: 0 })).toBe(
    'No time estimate yet: first run of this predictor here. It runs next.',
  )
})
