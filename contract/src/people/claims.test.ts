import { expect, test } from 'vitest'
import { namesIn, organizationsIn, permissionsIn, readClaim } from './claims.ts'

test('a claim is found by its very name first, then by the path that its dots make', () => {
  const claims = { 'https://lab.example/roles': ['a'], realm_access: { roles: ['b'] }, 'x.y': 1, x: { y: 2 } }
  expect(readClaim(claims, 'https://lab.example/roles')).toEqual(['a'])
  expect(readClaim(claims, 'realm_access.roles')).toEqual(['b'])
  expect(readClaim(claims, 'x.y')).toBe(1)
})

test.each(['missing', 'a.b', 'a.b.c', 'toString', '__proto__', 'a.constructor', 'empty'])(
  'there is nothing at %s',
  (name) => {
    expect(readClaim({ a: 'text', empty: null }, name)).toBeUndefined()
  },
)

test.each<[unknown, string[]]>([
  ['lab', ['lab']],
  [
    ['lab', 7, '', 'ward'],
    ['lab', 'ward'],
  ],
  [{ lab: { id: '1' } }, []],
  [undefined, []],
  [7, []],
  [null, []],
])('the names in %j', (value, names) => {
  expect(namesIn(value)).toEqual(names)
})

test('organisations may also be the keys of an object', () => {
  expect(organizationsIn({ lab: { id: '1' }, ward: {} })).toEqual(['lab', 'ward'])
  expect(organizationsIn(['lab'])).toEqual(['lab'])
})

test('permissions come as a list or as a text with spaces, and unknown ones do not count', () => {
  expect(permissionsIn({ permissions: ['read:slides', 'make:coffee'] }, 'permissions')).toEqual([
    'read:slides',
  ])
  expect(permissionsIn({ scope: 'openid read:slides view:viewers' }, 'scope')).toEqual([
    'read:slides',
    'view:viewers',
  ])
  expect(permissionsIn({ permissions: [] }, 'permissions')).toEqual([])
  expect(permissionsIn({}, 'permissions')).toBeUndefined()
})
