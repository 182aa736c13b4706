import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditEvents } from './audit.ts'
import { errorCodes } from './errors.ts'
import { isPermission } from './permissions.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

/** The paths under /api/ that clients know; a route is one of them or below one of them. */
const resourcePaths = [
  'experiments',
  'experiments/configs/training',
  'experiments/configs/deployments',
  'slides',
  'slides/analytics',
  'images',
  'datasets',
  'channels',
  'channels/stats',
  'servers',
  'tissues',
  'stainers',
  'organizations',
  'organizations/current',
  'projects',
  'users',
  'profiles',
  'organization-settings',
  'files',
  'files/analytics',
  'viewers',
  'viewers/pyramids',
  'inference-jobs',
  'inference-jobs/analytics',
  'inference-jobs/analytics/downloads',
  'qc-jobs',
  'qc-jobs/analytics/results',
  'qc-jobs/analytics/states',
  'annotations',
  'predictors',
  'audits',
  'hubspot/pipelines',
  'hubspot/create-ticket',
  'hubspot/categories',
]

/** Under the paths above, or beside them where they have no place for it. */
const ownPaths = [
  'users/invitations',
  'users/tokens',
  'projects/presets',
  'profiles/me',
  'notifications',
  'jobs',
  'exports',
  'downloads',
  'dashboard',
  'demo',
  'files/storage',
  'hubspot/tickets',
  'hubspot/desk',
  'slides/recent',
  'slides/uploaders',
  'slides/batches',
  'slides/registrations',
  'qc-jobs/batches',
  'inference-jobs/batches',
  'inference-jobs/estimate',
  'qc-jobs/thresholds',
  'annotations/batches',
  'annotations/viewport',
  'annotations/summary',
  'annotations/imports',
  'annotations/imports/preview',
  'annotations/promote',
  'annotations/promote/count',
  'annotations/download-url',
  'audits/export',
  'audits/seals',
  'audits/verify',
]

const all = Object.entries<Route>(routes)

test('no two routes share method and path', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
})

describe.each(all)('%s', (_name, route) => {
  test('is at a path that clients know', () => {
    expect(route.path).toMatch(/^[a-z-]+(\/([a-z-]+|\{[a-z_]+\}))*$/)
    const known = [...resourcePaths, ...ownPaths].some(
      (path) =>
        route.path === path ||
        route.path.startsWith(`${path}/{`) ||
        (ownPaths.includes(path) && route.path.startsWith(`${path}/`)),
    )
    expect(known, route.path).toBe(true)
  })

  test('declares the parameters of its path, no more and no fewer', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect(Object.keys(route.params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted())
  })

  test('asks for a permission that exists, for a member or for a superadmin', () => {
    expect(['member', 'superadmin'].includes(route.access) || isPermission(route.access)).toBe(true)
  })

  test('says in a line what it is for', () => {
    expect(route.summary).toMatch(/^[A-Z][^\n]{5,100}[^.\s]$/)
  })

  test('declares errors that exist, and none twice', () => {
    const declared = route.errors ?? []
    expect(declared.filter((code) => !errorCodes.includes(code))).toEqual([])
    expect(new Set(declared).size).toBe(declared.length)
  })

  test('answers a body unless its status is 204', () => {
    expect(route.response === undefined).toBe(route.status === 204)
  })

  test.each(['params', 'query', 'body'] as const)('refuses what it does not know in its %s', (part) => {
    const schema = route[part]
    if (!schema) return expect(route).not.toHaveProperty(part)
    const issues = schema.safeParse({ surprise: 1 }).error?.issues ?? []
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['surprise'], path: [] }),
    )
  })
})

/** Of no interest to anyone but the person, or nothing that stays. */
const unaudited = [
  ...['updateNotification', 'readAllNotifications', 'seeAttention'],
  ...['previewQcThresholds', 'previewImport', 'countDetections'],
]

describe.each(all.filter(([name, { method }]) => method !== 'GET' && !unaudited.includes(name)))(
  'the command %s',
  (_name, route) => {
    test('leaves an audit row that can be told to a person', () => {
      expect(Object.keys(auditEvents)).toContain(route.audit)
    })
  },
)

describe.each(all.filter(([, { method }]) => method === 'GET'))('the query %s', (_name, route) => {
  test('has no body', () => {
    expect(route.body).toBeUndefined()
    expect(route.status).toBe(200)
  })
})

test('creating takes an Idempotency-Key', () => {
  expect(routes.createProject.idempotent).toBe(true)
})

test('a patch can say which version it was made on', () => {
  const patches = all.filter(([name, { method }]) => method === 'PATCH' && !unaudited.includes(name))
  expect(patches.length).toBeGreaterThan(0)
  for (const [name, { body, errors }] of patches) {
    expect(body?.shape.version, name).toBeInstanceOf(z.ZodOptional)
    expect(errors, name).toContain('stale_version')
  }
})

test('audit events are named resource.verb and worded once', () => {
  expect(Object.keys(auditEvents).filter((event) => !/^[a-z_]+\.[a-z_]+$/.test(event))).toEqual([])
  const words = Object.values(auditEvents)
  expect(new Set(words).size).toBe(words.length)
})
