import { expect, test } from 'vitest'
import { bodyOf, checkDraft, draftOf } from './help-draft.ts'

const slide = '0198f0a0-0000-7000-8000-000000000001'
const about = { subject: 'It failed', content: 'Why? ', jobId: 'job', request: 'r-1' }

test('what is known is filled in and sent, screenshot and log only when allowed', () => {
  const draft = draftOf(about)
  expect(bodyOf(draft, about, `/slide/${slide}?x=1`)).toEqual({
    subject: 'It failed',
    content: 'Why?',
    priority: 'MEDIUM',
    page: `/slide/${slide}?x=1`,
    slide_id: slide,
    job_id: 'job',
    request: 'r-1',
  })
  const allowed = { ...draft, withLog: true, withScreenshot: true, screenshot: 'data:image/png;base64,AA==' }
  expect(bodyOf(allowed, about, '/uploads')).toMatchObject({
    with_log: true,
    screenshot: 'data:image/png;base64,AA==',
  })
})

test('nothing of where one is goes along once that is not wanted', () => {
  const draft = { ...draftOf(about), withPage: false, withLog: true }
  expect(bodyOf(draft, about, '/uploads')).toEqual({
    subject: 'It failed',
    content: 'Why?',
    priority: 'MEDIUM',
  })
})

test('what is missing is said', () => {
  expect(checkDraft(draftOf(about))).toEqual({})
  expect(Object.keys(checkDraft({ ...draftOf({}), withScreenshot: true }))).toEqual([
    'subject',
    'content',
    'screenshot',
  ])
})
