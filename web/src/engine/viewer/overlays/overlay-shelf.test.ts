import { expect, test } from 'vitest'
import { createOverlayShelf } from './overlay-shelf.ts'
import type { OverlaySource } from './overlay-source.ts'
import { testMask } from './test-overlay.ts'

function shelf() {
  const gone: string[] = []
  const wanted = new Set<string>()
  const open = (overlay: OverlaySource['overlay']): OverlaySource => {
    const id = overlay.pyramid.image_id
    return {
      overlay,
      grid: { width: 1, height: 1, levels: [] },
      find: () => undefined,
      want: () => {},
      leave: () => {},
      valueAt: () => null,
      status: () => ({ wanted: wanted.has(id) ? 1 : 0, loaded: 0, failed: 0 }),
      retry: () => {},
      subscribe: () => () => {},
      destroy: () => void gone.push(id),
    }
  }
  const { take, destroy } = createOverlayShelf(open)
  const mask = testMask()
  return {
    gone,
    wanted,
    destroy,
    take: (id: string) => take({ ...mask, pyramid: { ...mask.pyramid, image_id: id } }),
  }
}

test('an overlay that was looked at before is the same', () => {
  const { take } = shelf()
  expect(take('one')).toBe(take('one'))
  expect(take('one')).not.toBe(take('other'))
})

test('those that nobody has looked at for longest make room, but none that is seen', () => {
  const { take, gone, wanted } = shelf()
  wanted.add('0')
  for (let each = 0; each < 16; each++) take(String(each))
  take('1')
  take('16')
  take('17')
  expect(gone).toEqual(['2', '3'])
})

test('all of them end with the viewer', () => {
  const { take, gone, destroy } = shelf()
  take('one')
  take('other')
  destroy()
  expect(gone).toEqual(['one', 'other'])
})
