import { SlideError, type SlideErrorCode } from '@cresyl/slides'
import { expect, test } from 'vitest'
import { JobFailure } from '../../platform/queue/job-handler.ts'
import { explainDamage, explainSlideError, type Origin, originOf } from './explain-slide-error.ts'

const explain = (code: SlideErrorCode, origin: Origin, structure = 'IFD 0', reason = 'is odd') => {
  const failure = explainSlideError(new SlideError(code, structure, reason), origin)
  if (!(failure instanceof JobFailure)) throw new Error('no sentence')
  return failure
}

const codes: SlideErrorCode[] = [
  ...(['unknown_format', 'unsupported', 'malformed', 'truncated'] as const),
  ...(['too_large', 'out_of_range', 'unreadable', 'unwritable'] as const),
]

test.each(codes)('%s: what is wrong, why, and what to do', (code) => {
  for (const origin of ['upload', 'import'] as const) {
    expect(explain(code, origin).message).toMatch(/^[A-Z][^.]+\. [A-Z].+\. Details: (it|IFD 0) is odd\.$/)
  }
  // Nobody has to send what lies in a folder that is read, nor has a folder what was sent.
  expect(explain(code, 'import').message).not.toMatch(/upload/)
  expect(explain(code, 'upload').message).not.toMatch(/its folder/)
})

test('only what may pass by itself is tried again', () => {
  expect(codes.filter((code) => explain(code, 'upload').retry)).toEqual(['unreadable', 'unwritable'])
})

test('an unknown format says how the file begins and what is read', () => {
  const reason = 'begins with 4d 41 52; the formats read are A and B'
  expect(explain('unknown_format', 'upload', 'file', reason).message).toBe(
    'This is not a slide format that Cresyl can read. Export it as A or B and upload that. Details: it begins with 4d 41 52.',
  )
})

test('an archive is described with what it holds and what to do with it', () => {
  const inside =
    'begins with 50 4b 03 04 (a ZIP archive) with one entry: "a.tif"; unpack it to upload the slides in it'
  expect(explain('unknown_format', 'upload', 'file', `${inside}; the formats read are A and B`).message).toBe(
    `This is not a slide format that Cresyl can read. Export it as A or B and upload that. Details: it ${inside}.`,
  )
})

test('where the bytes are tells how a file came here', () => {
  expect(originOf({ kind: 'file', path: '/scans/a.svs', foreign: {} })).toBe('import')
  expect(originOf({ kind: 'file', path: '/data/storage/a' })).toBe('upload')
})

test('damaged tiles are counted', () => {
  const todo =
    'Open it in the scanner’s software. If it is fine there, copy it to its folder again and read it again.'
  expect(explainDamage({ tiles: 2, reason: 'tile 0,0 is odd' }, 'import')).toBe(
    `2 tiles are damaged and left blank. ${todo} Details: tile 0,0 is odd.`,
  )
  expect(explainDamage({ tiles: 1, reason: 'tile 0,0 is odd' }, 'import')).toBe(
    `One tile is damaged and left blank. ${todo} Details: tile 0,0 is odd.`,
  )
})
