import { type Permission, permissionsOf } from '@cresyl/contract/api/permissions'
import type { RouteName } from '@cresyl/contract/routes'
import { failing } from '@cresyl/contract/test-support/failing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/id.ts'
import { openTestApi, request, type TestApi, type TestMember } from '../test-api.ts'
import { requestFor, routeNames, routeOf } from '../test-requests.ts'
import { makeProgram } from '../test-support/api-tokens-examples.ts'

let api: TestApi
const programs = new Map<string, TestMember>()

beforeAll(async () => {
  api = await openTestApi()
})

afterAll(async () => {
  await api.close()
})

const everything = permissionsOf('admin')

/** Made once: many routes ask for the same. */
async function programWith(permissions: readonly Permission[]): Promise<TestMember> {
  const key = permissions.join()
  const program = programs.get(key) ?? (await makeProgram(api, api.home.admin, { permissions }))
  programs.set(key, program)
  return program
}

/** Rights come before everything else: what is asked for need not be there. */
async function isRefused(name: RouteName, permissions: readonly Permission[]): Promise<boolean> {
  const program = await programWith(permissions)
  const { status, json } = await request(api, program, requestFor(name, { id: newId(), body: {} }))
  expect(status).not.toBe(401)
  const isPersonal = routeOf(name).inPerson === true || routeOf(name).access === 'superadmin'
  if (json?.code === 'forbidden' && !isPersonal)
    expect(json.detail).toMatch(/^This API token lacks the permission /)
  return json?.code === 'forbidden'
}

/** Whoever reads what became of something must be able to read it too. */
const alsoNeeds: Partial<Record<RouteName, Permission>> = {
  listProjectHistory: 'read:projects',
  listSlideHistory: 'read:slides',
}

const accessOf = (name: RouteName) => {
  const { access, inPerson = false } = routeOf(name)
  return inPerson ? 'superadmin' : access
}

test('what is for people only, or for superadmins, opens to no program', async () => {
  const closed = routeNames.filter((name) => accessOf(name) === 'superadmin')
  expect(await failing(closed, async (name) => expect(await isRefused(name, everything)).toBe(true))).toEqual(
    [],
  )
})

test('what is for every member opens to a program with any permission', async () => {
  const open = routeNames.filter((name) => accessOf(name) === 'member')
  const wrong = await failing(open, async (name) =>
    expect(await isRefused(name, ['read:stainers'])).toBe(false),
  )
  expect(wrong).toEqual([])
})

/** Roles hold many permissions, so a route that asks for the wrong one of them looks right: programs may hold one. */
test('every other route needs the permission that it declares, and nothing else', async () => {
  const guarded = routeNames.filter((name) => !['superadmin', 'member'].includes(accessOf(name)))
  const wrong = await failing(guarded, async (name) => {
    const also = alsoNeeds[name]
    const needed = [accessOf(name) as Permission, ...(also ? [also] : [])]
    expect([needed, await isRefused(name, needed)]).toEqual([needed, false])
    for (const permission of needed) {
      const others = everything.filter((each) => each !== permission)
      expect([permission, await isRefused(name, others)]).toEqual([permission, true])
    }
  })
  expect(wrong).toEqual([])
})
