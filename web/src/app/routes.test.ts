import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { loginAddress, returnToOf } from '../lib/identity/return-to.ts'
import { paths } from './paths.ts'
import { signedInRoutes } from './signed-in-routes.tsx'
import { signedOutRoutes } from './signed-out-routes.tsx'

/** The pattern of the route that answers; `index` for the index page. */
function answering(routes: RouteObject[], address: string): string | undefined {
  const last = matchRoutes(routes, address)?.at(-1)?.route
  return last?.index ? 'index' : last?.path
}

describe('signed in', () => {
  test.each([
    ['/', 'index'],
    ['/models', paths.models],
    ['/reports', paths.reports],
    ['/notifications', paths.notifications],
    ['/project/0198c0de', paths.project],
    ['/project/0198c0de/old', paths.oldProject],
    ['/manage-org', paths.manageOrganization],
    ['/slide/0198c0de', paths.slide],
    ['/uploads', paths.uploads],
    ['/uploads/', paths.uploads],
  ])('%s opens its own page inside the layout', (address, pattern) => {
    expect(answering(signedInRoutes, address)).toBe(pattern)
    expect(matchRoutes(signedInRoutes, address)?.[0]?.route.path).toBe('/')
  })

  test.each([
    '/login',
    '/dashboard',
    '/signup',
    '/org-model',
    '/not-found',
    '/project',
    '/project/1/old/x',
    '/x',
  ])('%s leads to the dashboard', (address) => {
    expect(answering(signedInRoutes, address)).toBe('*')
  })
})

describe('signed out', () => {
  const routes = signedOutRoutes

  test('/login opens inside the auth layout', () => {
    expect(answering(routes, '/login')).toBe(paths.login)
    expect(matchRoutes(routes, '/login')).toHaveLength(2)
  })

  test.each(['/', '/uploads', '/project/1', '/signup', '/verify', '/x'])('%s leads to /login', (address) => {
    expect(answering(routes, address)).toBe('*')
  })

  test('the login page knows where they wanted to go', () => {
    const origin = 'http://localhost:8080'
    const wanted = '/project/1?search=liver&page=2#slides'
    expect(returnToOf(loginAddress(wanted), origin)).toBe(wanted)
    expect(returnToOf('/login?return-to=//elsewhere.example', origin)).toBe('/')
  })
})
