import { expect, test } from 'vitest'
import { words } from './words.ts'

const gigabyte = 1024 ** 3

test('a batch is summed up and started in words', () => {
  expect(words.drafts.sums(12, 9, 3)).toBe('12 files: 9 ready to upload, 3 with errors')
  expect(words.drafts.sums(12, 12, 0)).toBe('12 files, all ready to upload')
  expect(words.drafts.sums(1, 1, 0)).toBe('1 file, ready to upload')
  expect(words.drafts.start(9, 12.4 * gigabyte)).toBe('Upload 9 files, 12.4 GB')
  expect(words.drafts.start(1, gigabyte)).toBe('Upload 1 file, 1 GB')
})

test('parts that failed are told beside those that arrived', () => {
  expect(words.list.parts(12, 80, 1)).toBe('12 of 80 parts, 1 failed')
  expect(words.list.parts(0, 1, 0)).toBe('0 of 1 part')
})

test('what is accepted is told before anything is chosen', () => {
  expect(words.drop.accepted()).toBe(
    '.tiff, .tif, .ome.tiff, .ome.tif, .qptiff, .svs, .czi or .mar, 1 KB to 40 GB each',
  )
})
