import { messages } from '@cresyl/contract/api/messages'
import { createProject, deleteProject, listProjects, restoreProject } from '@cresyl/contract/lab/projects'
import { expect, test } from 'vitest'
import { pageOf, resultsOf } from './paging.ts'
import { errorText } from './reply.ts'
import { buildRequest, queryString } from './request.ts'

const origin = 'https://cresyl.example'

test('addresses are under /api/ and end with a slash', () => {
  expect(buildRequest(origin, listProjects, {}).url).toBe('https://cresyl.example/api/projects/')
  expect(buildRequest(origin, listProjects, { query: { limit: -1 } }).url).toBe(
    'https://cresyl.example/api/projects/?limit=-1',
  )
})

test('path parameters are encoded and cannot reach another route', () => {
  const { url } = buildRequest(origin, restoreProject, { params: { id: 'a/b?c' } })
  expect(url).toBe('https://cresyl.example/api/projects/a%2Fb%3Fc/restore/')
  for (const id of ['', '.', '..', undefined]) {
    expect(() => buildRequest(origin, deleteProject, { params: { id } })).toThrowError(
      expect.objectContaining({ status: 404, code: 'not_found' }),
    )
  }
})

test('arrays in a query are repeated keys', () => {
  expect(queryString({ stain: ['H&E', 'DAB'], limit: 50 })).toBe('?stain=H%26E&stain=DAB&limit=50')
})

test('null and undefined are left out of a query; 0, false and "" are not', () => {
  expect(queryString({ a: null, b: undefined, c: [null, 1, undefined], d: 0, e: false, f: '' })).toBe(
    '?c=1&d=0&e=false&f=',
  )
  expect(queryString({ a: null })).toBe('')
})

test('bodies are JSON and keep their nulls; routes without a body send none', () => {
  const request = buildRequest(origin, createProject, { body: { name: 'A', description: null } })
  expect(request.body).toBe('{"name":"A","description":null}')
  expect(request.headers['Content-Type']).toBe('application/json')
  const bare = buildRequest(origin, restoreProject, { params: { id: '7' } })
  expect(bare).not.toHaveProperty('body')
  expect(bare.headers).not.toHaveProperty('Content-Type')
})

test('an idempotency key travels in its header', () => {
  const input = { body: { name: 'A' } }
  expect(buildRequest(origin, createProject, input, 'k').headers['Idempotency-Key']).toBe('k')
  expect(buildRequest(origin, createProject, input).headers).not.toHaveProperty('Idempotency-Key')
})

test('the offset is limit times page', () => {
  expect(pageOf(0)).toEqual({ limit: 50, offset: 0 })
  expect(pageOf(3)).toEqual({ limit: 50, offset: 150 })
  expect(pageOf(2, 20)).toEqual({ limit: 20, offset: 40 })
  expect(pageOf(0, -1)).toEqual({ limit: -1, offset: 0 })
  expect(pageOf(2, -1)).toEqual({ limit: -1, offset: 0 })
})

test('results come as a page or as a plain array', () => {
  expect(resultsOf({ results: [1, 2] })).toEqual([1, 2])
  expect(resultsOf([1, 2])).toEqual([1, 2])
  expect(resultsOf(null)).toEqual([])
})

test.each([
  [{ detail: 'A sentence.', code: 'not_found' }, 'A sentence.'],
  [{ name: ['Too long.', 'Too odd.'], detail: 'No.' }, 'Too long.'],
  [{ status: 400, nested: { a: 'b' }, error: 'First line\nSecond line' }, 'First line\nSecond line'],
  [['Only this.'], 'Only this.'],
  [{ errors: [] }, messages.somethingWentWrong],
  [{}, messages.somethingWentWrong],
  [undefined, messages.somethingWentWrong],
])('the error text of %j is %j', (body, expected) => {
  expect(errorText(body)).toBe(expected)
})
