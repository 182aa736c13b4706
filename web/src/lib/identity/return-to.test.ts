import { expect, test } from 'vitest'
import { loginAddress, ownPath, returnToOf, safeReturnTo } from './return-to.ts'

const origin = 'http://localhost:8080'

test('paths of this app are kept with query and hash', () => {
  expect(safeReturnTo('/project/7?tab=a#b', origin)).toBe('/project/7?tab=a#b')
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/x',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  'javascript:alert(1)',
  'project/7',
  '',
  null,
  undefined,
])('anything else becomes the start page: %j', (address) => {
  expect(ownPath(address, origin)).toBeUndefined()
  expect(safeReturnTo(address, origin)).toBe('/')
})

test('the login page carries where to go afterwards, and gives it back', () => {
  const address = loginAddress('/project/7?search=a&b#c')
  expect(address.startsWith('/login?')).toBe(true)
  expect(returnToOf(address, origin)).toBe('/project/7?search=a&b#c')
})

test('the start page and the login page itself are nothing to return to', () => {
  expect(loginAddress('/')).toBe('/login')
  expect(loginAddress('/login?return-to=%2Freports')).toBe('/login')
  expect(returnToOf('/login', origin)).toBe('/')
  expect(returnToOf('/login?return-to=%2Flogin', origin)).toBe('/')
})

test('a return-to that someone else wrote into the login address cannot lead away', () => {
  expect(returnToOf('/login?return-to=https%3A%2F%2Felsewhere.example', origin)).toBe('/')
  expect(returnToOf('/login?return-to=%2F%2Felsewhere.example', origin)).toBe('/')
})
