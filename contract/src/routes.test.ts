import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditEvents } from './api/audit.ts'
import { idlePermissions } from './api/permissions.ts'
import type { Route } from './api/route.ts'
import { routes } from './routes.ts'
import { failing } from './test-support/failing.ts'

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
  'annotations/undo',
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

describe('every route', () => {
  test('is at a path that clients know', async () => {
    const isKnown = ({ path }: Route) =>
      [...resourcePaths, ...ownPaths].some(
        (each) =>
          path === each ||
          path.startsWith(`${each}/{`) ||
          (ownPaths.includes(each) && path.startsWith(`${each}/`)),
      )
    const wrong = await failing(all, ([, route]) => {
      expect(route.path).toMatch(/^[a-z-]+(\/([a-z-]+|\{[a-z_]+\}))*$/)
      expect(isKnown(route), route.path).toBe(true)
    })
    expect(wrong).toEqual([])
  })

  test('declares the parameters of its path, no more and no fewer', async () => {
    const wrong = await failing(all, ([, { path, params }]) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      expect(Object.keys(params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted())
    })
    expect(wrong).toEqual([])
  })

  test('says in a line what it is for', async () => {
    const wrong = await failing(all, ([, { summary }]) =>
      expect(summary).toMatch(/^[A-Z][^\n]{5,100}[^.\s]$/),
    )
    expect(wrong).toEqual([])
  })

  test('declares no error twice', async () => {
    const wrong = await failing(all, ([, { errors = [] }]) => expect(errors).toEqual([...new Set(errors)]))
    expect(wrong).toEqual([])
  })

  test('answers a body unless its status is 204', async () => {
    const wrong = await failing(all, ([, { response, status }]) =>
      expect(response === undefined).toBe(status === 204),
    )
    expect(wrong).toEqual([])
  })

  test.each(['params', 'query', 'body'] as const)('refuses what it does not know in its %s', async (part) => {
    const taking = all.filter(([, route]) => route[part])
    const wrong = await failing(taking, ([, route]) =>
      expect(route[part]?.safeParse({ surprise: 1 }).error?.issues).toContainEqual(
        expect.objectContaining({ code: 'unrecognized_keys', keys: ['surprise'], path: [] }),
      ),
    )
    expect(wrong).toEqual([])
  })
})

test('a query takes no body', () => {
  expect(all.filter(([, { method, body }]) => method === 'GET' && body).map(([name]) => name)).toEqual([])
})

/** Of no interest to anyone but the person, or nothing that stays. */
const unaudited = [
  ...['updateNotification', 'readAllNotifications', 'seeAttention'],
  ...['previewQcThresholds', 'previewImport', 'countDetections'],
]

test('a command is told in the audit log, but for a few', () => {
  const silent = all.filter(([, { method, audit }]) => method !== 'GET' && audit === null)
  expect(silent.map(([name]) => name).toSorted()).toEqual(unaudited.toSorted())
})

test('creating takes an Idempotency-Key', () => {
  expect(routes.createProject.idempotent).toBe(true)
})

test('a patch can say which version it was made on', async () => {
  const patches = all.filter(([name, { method }]) => method === 'PATCH' && !unaudited.includes(name))
  const wrong = await failing(patches, ([, { body, errors }]) => {
    expect(body?.shape.version).toBeInstanceOf(z.ZodOptional)
    expect(errors).toContain('stale_version')
  })
  expect(wrong).toEqual([])
})

test('audit events are named resource.verb and worded once', () => {
  expect(Object.keys(auditEvents).filter((event) => !/^[a-z_]+\.[a-z_]+$/.test(event))).toEqual([])
  const words = Object.values(auditEvents)
  expect(new Set(words).size).toBe(words.length)
})

test('no route asks for a permission that is offered to nobody', () => {
  const asked = new Set<string>(Object.values(routes).map(({ access }) => access))
  expect(idlePermissions.filter((permission) => asked.has(permission))).toEqual([])
})
