import { expect, test } from 'vitest'
import { crumbsOf, isSection } from './breadcrumbs.ts'

const trail = (pathname: string) => crumbsOf(pathname).map((crumb) => [crumb.label, crumb.to])

test('the dashboard stands alone', () => {
  expect(trail('/')).toEqual([['Dashboard', undefined]])
})

test('every other page leads back to the dashboard', () => {
  expect(trail('/reports')).toEqual([
    ['Dashboard', '/'],
    ['Reports', undefined],
  ])
})

test('the plain view of a project leads back to the project', () => {
  expect(trail('/project/7/old')).toEqual([
    ['Dashboard', '/'],
    ['Project', '/project/7'],
    ['Plain table', undefined],
  ])
  expect(crumbsOf('/project/7')[1]?.projectId).toBe('7')
})

test('the slides in no project are no project', () => {
  expect(crumbsOf('/project/unsorted')[1]).toEqual({ label: 'Unsorted slides' })
})

test('projects and slides belong to the dashboard in the navigation', () => {
  expect(isSection('/', '/project/7')).toBe(true)
  expect(isSection('/', '/uploads')).toBe(false)
  expect(isSection('/uploads', '/uploads')).toBe(true)
})

test('a slide is reached through its project, where it has one', () => {
  expect(trail('/slide/7')).toEqual([
    ['Dashboard', '/'],
    ['Slide', undefined],
  ])
  const sorted = crumbsOf('/slide/7', { name: 'Liver 3.svs', project: { id: '9', name: 'Livers' } })
  expect(sorted.map(({ label, to }) => [label, to])).toEqual([
    ['Dashboard', '/'],
    ['Livers', '/project/9'],
    ['Liver 3.svs', undefined],
  ])
  expect(crumbsOf('/slide/7', { name: 'Liver 3.svs', project: null })).toHaveLength(2)
})
