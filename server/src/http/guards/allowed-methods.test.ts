import type { Route } from '@cresyl/contract/api/route'
import { routes } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import { expect, test } from 'vitest'
import { allowedMethods } from './allowed-methods.ts'

test.each([
  ['/api/projects', ['GET', 'POST']],
  ['/api/projects/', ['GET', 'POST']],
  ['/api/projects/01980f3e-7c2a-7b3c-8d4e-5f6071829304/', ['GET', 'PATCH', 'DELETE']],
  ['/api/projects/anything', ['GET', 'PATCH', 'DELETE']],
  ['/api/projects/anything/restore', ['POST']],
  ['/api/organizations/current/', ['GET']],
  ['/api/events/', ['GET']],
])('%s takes %j', (path, methods) => {
  expect(allowedMethods(path)).toEqual(methods)
})

test.each([
  '',
  '/',
  '/api',
  '/api/',
  '/api/nothing/',
  '/projects/',
  '/api/projects//',
  '/api//projects/',
  '/api/projects/a/b/',
  '/api/projects/a/restore/b',
  '/x/api/projects/',
  '/api/Projects/',
])('%j is no address of the API', (path) => {
  expect(allowedMethods(path)).toEqual([])
})

test('the method of every route is allowed at its path', async () => {
  const wrong = await failing(Object.entries<Route>(routes), ([, { method, path }]) => {
    const address = `/api/${path.replaceAll(/\{\w+\}/g, 'x')}`
    expect(allowedMethods(address)).toContain(method)
    expect(allowedMethods(`${address}/`)).toContain(method)
  })
  expect(wrong).toEqual([])
})
