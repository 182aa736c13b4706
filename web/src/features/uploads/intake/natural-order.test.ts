import { expect, test } from 'vitest'
import { inNaturalOrder } from './natural-order.ts'

const orderOf = (...paths: string[]) => {
  const files = paths.map((path) => {
    const [folder, name] = [path.slice(0, Math.max(0, path.lastIndexOf('/'))), path.split('/').at(-1) ?? '']
    return { content: new File([], name), folder }
  })
  return inNaturalOrder(files).map(({ folder, content }) =>
    folder === '' ? content.name : `${folder}/${content.name}`,
  )
}

test('numbers in names count as numbers', () => {
  expect(orderOf('Slide_10.svs', 'Slide_2.svs', 'slide_3.svs', 'Slide_1.svs')).toEqual([
    'Slide_1.svs',
    'Slide_2.svs',
    'slide_3.svs',
    'Slide_10.svs',
  ])
})

test('folders come one after the other, what lies in none before them', () => {
  expect(orderOf('day 10/a.svs', 'day 2/b.svs', 'z.svs', 'day 2/late/c.svs', 'day 2/a.svs')).toEqual([
    'z.svs',
    'day 2/a.svs',
    'day 2/b.svs',
    'day 2/late/c.svs',
    'day 10/a.svs',
  ])
})
