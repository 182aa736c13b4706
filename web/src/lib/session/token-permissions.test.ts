import { expect, test } from 'vitest'
import { tokenPermissions } from './token-permissions.ts'

function tokenWith(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

test('only known permissions of the claim count', () => {
  const permissionsOf = tokenPermissions(() => 0, 'permissions')
  const permissions = ['read:slides', 'upload:files', 'make:coffee', 'read:slides:all', 7]
  expect(permissionsOf(tokenWith({ name: 'Zoë 𝛼', permissions }))).toEqual(['read:slides', 'upload:files'])
})

test('nothing is permitted without a token, or by an empty claim', () => {
  const permissionsOf = tokenPermissions(() => 0, 'permissions')
  expect(permissionsOf(null)).toEqual([])
  expect(permissionsOf(tokenWith({ permissions: [] }))).toEqual([])
  expect(permissionsOf(tokenWith({ permissions: 7 }))).toEqual([])
})

test.each(['opaque', 'a.b', 'a.!!!.c', 'a.b.c.d.e', tokenWith({}), tokenWith(null)])(
  '%j does not say what it permits',
  (token) => {
    expect(tokenPermissions(() => 0, 'permissions')(token)).toBeUndefined()
  },
)

test('they are read once in five minutes for a token, and anew for another', () => {
  let time = 0
  const permissionsOf = tokenPermissions(() => time, 'permissions')
  const token = tokenWith({ permissions: ['read:slides'] })
  const first = permissionsOf(token)
  time = 5 * 60_000 - 1
  expect(permissionsOf(token)).toBe(first)
  time += 1
  const second = permissionsOf(token)
  expect(second).not.toBe(first)
  expect(second).toEqual(first)
  expect(permissionsOf(tokenWith({ permissions: ['read:files'] }))).toEqual(['read:files'])
})
