import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Project } from '../lab/projects.ts'
import type { Organization } from '../people/organizations.ts'
import type { Routes } from '../routes.ts'
import type { Page } from './list.ts'
import { errorsOf, type RouteInput, type RouteReply, type RouteRequest, route } from './route.ts'

type Nothing = Record<never, never>

describe('what a caller gives', () => {
  test('nothing, where the route takes nothing', () => {
    expectTypeOf<Nothing>().toExtend<RouteInput<Routes['currentOrganization']>>()
  })

  test('a query only if there is something to ask for', () => {
    expectTypeOf<Nothing>().toExtend<RouteInput<Routes['listProjects']>>()
    expectTypeOf<{ query: { search: string } }>().toExtend<RouteInput<Routes['listProjects']>>()
    expectTypeOf<{ query: { ordering: 'size' } }>().not.toExtend<RouteInput<Routes['listProjects']>>()
    expectTypeOf<{ query: { limit: string } }>().not.toExtend<RouteInput<Routes['listProjects']>>()
  })

  test('the parameters of the path, always', () => {
    expectTypeOf<{ params: { id: string } }>().toExtend<RouteInput<Routes['readProject']>>()
    expectTypeOf<Nothing>().not.toExtend<RouteInput<Routes['readProject']>>()
    expectTypeOf<{ params: Nothing }>().not.toExtend<RouteInput<Routes['readProject']>>()
  })

  test('a body without what has a default', () => {
    expectTypeOf<{ body: { name: string } }>().toExtend<RouteInput<Routes['createProject']>>()
    expectTypeOf<{ body: Nothing }>().not.toExtend<RouteInput<Routes['createProject']>>()
    expectTypeOf<Nothing>().not.toExtend<RouteInput<Routes['createProject']>>()
  })

  test('parameters and body together', () => {
    type Input = RouteInput<Routes['updateProject']>
    expectTypeOf<{ params: { id: string }; body: { archived: true } }>().toExtend<Input>()
    expectTypeOf<{ params: { id: string }; body: { archived: 'yes' } }>().not.toExtend<Input>()
  })
})

test('what a handler gets has its defaults filled in', () => {
  type Request = RouteRequest<Routes['createProject']>
  expectTypeOf<Request['body']['description']>().toEqualTypeOf<string>()
  expectTypeOf<Request['params']>().toEqualTypeOf<undefined>()
  expectTypeOf<RouteRequest<Routes['listProjects']>['query']['limit']>().toEqualTypeOf<number>()
  expectTypeOf<RouteRequest<Routes['readProject']>['params']>().toEqualTypeOf<{ id: string }>()
})

test('what is answered', () => {
  expectTypeOf<RouteReply<Routes['currentOrganization']>>().toEqualTypeOf<Organization>()
  expectTypeOf<RouteReply<Routes['listProjects']>>().toEqualTypeOf<Page<Project>>()
  expectTypeOf<RouteReply<Routes['createProject']>>().toEqualTypeOf<Project>()
  expectTypeOf<RouteReply<Routes['deleteProject']>>().toEqualTypeOf<undefined>()
})

test('a command must say what the audit log tells of it, with a right that exists', () => {
  const declaration = { method: 'POST', path: 'things', summary: 'Make one', status: 201 } as const
  route({ ...declaration, access: 'create:files', audit: 'project.created' })
  // @ts-expect-error: no audit event
  route({ ...declaration, access: 'create:files' })
  // @ts-expect-error: not an event of the catalogue
  route({ ...declaration, access: 'create:files', audit: 'thing.made' })
  // @ts-expect-error: not a permission
  route({ ...declaration, access: 'create:things', audit: 'project.created' })
  // @ts-expect-error: not an error of the catalogue
  route({ ...declaration, access: 'create:files', audit: 'project.created', errors: ['surprise'] })
})

describe('the errors of a route', () => {
  const query = { method: 'GET', path: 'things', summary: 'Things', status: 200 } as const
  const command = {
    method: 'POST',
    path: 'things',
    summary: 'Make one',
    access: 'create:files',
    audit: 'project.created',
    status: 201,
  } as const
  const withBody = ['invalid_input', 'malformed_json', 'payload_too_large', 'unsupported_media_type']

  test('every route wants a token, the right host and nothing it does not know', () => {
    expect(errorsOf({ ...query, access: 'member' })).toEqual([
      'invalid_input',
      'unauthenticated',
      'wrong_host',
    ])
  })

  test('a permission can be missing', () => {
    expect(errorsOf({ ...query, access: 'read:files' })).toContain('forbidden')
  })

  test('a parameter of the path can name nothing', () => {
    const params = z.strictObject({ id: z.string() })
    expect(errorsOf({ ...query, access: 'member', params })).toContain('not_found')
  })

  test('what is sent to a command can be wrong, malformed, too large or not JSON', () => {
    expect(errorsOf(command)).toEqual(expect.arrayContaining(withBody))
    expect(errorsOf({ ...query, access: 'member' })).not.toContain('malformed_json')
  })

  test('a key can have been used for something else', () => {
    expect(errorsOf({ ...command, idempotent: true as const })).toContain('idempotency_mismatch')
    expect(errorsOf(command)).not.toContain('idempotency_mismatch')
  })

  test('there may be no room for what it stores, but never for what it removes', () => {
    expect(errorsOf(command)).toContain('storage_full')
    expect(errorsOf({ ...command, whenFull: true as const })).not.toContain('storage_full')
    expect(errorsOf({ ...command, method: 'DELETE' as const })).not.toContain('storage_full')
  })

  test('its own come with them, each once, in order', () => {
    const codes = errorsOf({ ...command, errors: ['name_taken', 'forbidden'] })
    expect(codes).toEqual(
      [...withBody, 'forbidden', 'name_taken', 'storage_full', 'unauthenticated', 'wrong_host'].sort(),
    )
  })
})
