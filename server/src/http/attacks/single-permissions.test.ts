import { type Permission, permissionsOf } from '@cresyl/contract/permissions'
import type { RouteName } from '@cresyl/contract/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  return json?.code === 'forbidden'
}

/** Whoever reads what became of something must be able to read it too. */
const alsoNeeds: Partial<Record<RouteName, Permission>> = {
  listProjectHistory: 'read:projects',
  listSlideHistory: 'read:slides',
}

/** Roles hold many permissions, so a route that asks for the wrong one of them looks right: programs may hold one. */
describe.each(routeNames)('%s', (name) => {
  const { access, inPerson = false } = routeOf(name)

  if (access === 'superadmin' || inPerson) {
    test('opens to no program', async () => {
      expect(await isRefused(name, everything)).toBe(true)
    })
  } else if (access === 'member') {
    test('opens to a program with any permission', async () => {
      expect(await isRefused(name, ['read:stainers'])).toBe(false)
    })
  } else {
    const needed = [access, ...(alsoNeeds[name] ? [alsoNeeds[name]] : [])]
    test.each(needed)(`needs %s, and nothing else beside ${needed.join(' and ')}`, async (permission) => {
      expect(await isRefused(name, needed)).toBe(false)
      expect(
        await isRefused(
          name,
          everything.filter((each) => each !== permission),
        ),
      ).toBe(true)
    })
  }
})
