import { expect, test } from 'vitest'
import { resultFileName } from './file-name.ts'

const image = {
  slide: 'Liver 12.svs',
  manifest: { id: 'virtual-he' },
  part: 'virtual_he',
  virtual: true,
  at: new Date('2026-11-16T10:00:00Z'),
}

test('an image whose slide has another pixel size by now has that of its file in its name', () => {
  expect(resultFileName(image, 'ome.tiff')).toBe('Liver-12-virtual-he-2026-11-16.ome.tiff')
  const madeScale = { mpp_x: 0.25, mpp_y: 0.25 }
  expect(resultFileName({ ...image, madeScale }, 'ome.tiff')).toBe(
    'Liver-12-virtual-he-2026-11-16-made-at-0.25-um-per-pixel.ome.tiff',
  )
})
