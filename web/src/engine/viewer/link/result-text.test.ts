import { expect, test } from 'vitest'
import { readResults, resultsText } from './result-text.ts'

const runId = '01977bd0-0000-7000-8000-00000000000a'
const nuclei = { runId, key: 'nuclei_2', opacity: 0.35 }

test('results come back as they were, from above, without anything that needs to be escaped', () => {
  const results = [nuclei, { ...nuclei, key: 'density', opacity: 1 }]
  const text = resultsText(results)
  expect(readResults(text)).toEqual(results)
  expect(readResults(resultsText([nuclei]))).toEqual([nuclei])
  expect(new URLSearchParams({ r: text }).toString()).toBe(`r=${text}`)
})

test('of many, those that lie above', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...nuclei, key: `map_${index}` }))
  expect(readResults(resultsText(many))).toEqual(many.slice(0, 12))
})

test.each([
  '',
  runId,
  `${runId}*nuclei`,
  `${runId}*Nuclei*0.6`,
  `${runId}*nuclei*2`,
  `${runId}*nuclei*x`,
  `${runId}*nuclei*0.6*1`,
  `${runId}*nuclei*0.6*${runId}*nuclei*2`,
  'run*nuclei*0.6',
])('“%s” is none', (text) => expect(readResults(text)).toBeNull())
