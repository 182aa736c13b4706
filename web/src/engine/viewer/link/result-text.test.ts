import { expect, test } from 'vitest'
import { readResult, resultText } from './result-text.ts'

const runId = '01977bd0-0000-7000-8000-00000000000a'

test('a result comes back as it was, without anything that needs to be escaped', () => {
  const text = resultText({ runId, key: 'nuclei_2', opacity: 0.35 })
  expect(readResult(text)).toEqual({ runId, key: 'nuclei_2', opacity: 0.35 })
  expect(new URLSearchParams({ r: text }).toString()).toBe(`r=${text}`)
})

test.each([
  '',
  runId,
  `${runId}*nuclei`,
  `${runId}*Nuclei*0.6`,
  `${runId}*nuclei*2`,
  `${runId}*nuclei*x`,
  `${runId}*nuclei*0.6*1`,
  'run*nuclei*0.6',
])('“%s” is none', (text) => expect(readResult(text)).toBeNull())
