import { expect, test } from 'vitest'
import { type LinkedOverlay, overlayText, readOverlay } from './overlay-text.ts'

const checkId = '01977bd0-0000-7000-8000-00000000000a'
const overlays: LinkedOverlay[] = [
  { checkId, key: 'focus', channel: null, look: { colours: 'heat', opacity: 0.6, limit: 0.35 } },
  { checkId, key: 'missing_tiles', channel: null, look: { colours: 'viridis', opacity: 1, limit: null } },
  { checkId, key: 'saturation', channel: 2, look: { colours: 'cividis', opacity: 0, limit: 1e-3 } },
]

test.each(overlays)('$key comes back as it was', (overlay) => {
  expect(readOverlay(overlayText(overlay))).toEqual(overlay)
})

test('nothing in it needs to be escaped', () => {
  const text = overlays.map(overlayText).join(' ')
  expect(new URLSearchParams({ q: text }).toString()).toBe(`q=${text.replaceAll(' ', '+')}`)
})

test.each([
  '',
  'focus',
  `${checkId}*colour**heat*0.6*`,
  `${checkId}*focus**rainbow*0.6*`,
  `${checkId}*focus**heat*2*`,
  `${checkId}*focus*x*heat*0.6*`,
  `${checkId}*focus**heat*0.6*much`,
  `${checkId}*focus**heat*0.6**1`,
  'check*focus**heat*0.6*',
])('“%s” is none', (text) => expect(readOverlay(text)).toBeNull())
