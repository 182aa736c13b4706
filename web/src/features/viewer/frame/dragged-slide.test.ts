import { expect, test } from 'vitest'
import { hasSlide, putSlide, slideIn, slideType } from './dragged-slide.ts'

const content = {
  slideId: '0198c0de-0000-7000-8000-000000000001',
  imageId: '0198c0de-0000-7000-8000-000000000002',
}

const dragOf = (type: string, text: string) => ({
  types: [type],
  getData: (asked: string) => (asked === type ? text : ''),
})

test('a slide that is put into a drag comes out of it', () => {
  const kept = new Map<string, string>()
  putSlide({ effectAllowed: 'none', setData: (type, text) => kept.set(type, text) }, content)
  const drag = dragOf(slideType, kept.get(slideType) ?? '')
  expect(hasSlide(drag)).toBe(true)
  expect(slideIn(drag)).toEqual(content)
})

test('files, broken text and made-up ids are no slide', () => {
  expect(hasSlide({ types: ['Files'] })).toBe(false)
  expect(slideIn(dragOf('Files', ''))).toBeNull()
  expect(slideIn(dragOf(slideType, '{"slideId":'))).toBeNull()
  expect(slideIn(dragOf(slideType, JSON.stringify({ ...content, imageId: '../x' })))).toBeNull()
})
