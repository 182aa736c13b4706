import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFaults } from './find-faults.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cresyl-imports-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** The faults of a checkout made of these files, on top of a small one without faults. */
function faultsOf(files: Record<string, string>): string[] {
  for (const [path, content] of Object.entries({ ...cleanTree, ...files })) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return findFaults(root)
}

const describePackage = (dependencies: string[], more = {}) =>
  JSON.stringify({ dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])), ...more })

const cleanTree = {
  'package.json': describePackage(['vitest']),
  'contract/package.json': describePackage(['zod'], { exports: { './*': './src/*.ts' } }),
  'contract/src/api/limits.ts': "import { z } from 'zod'\nexport const limit = z.number()",
  'server/package.json': describePackage(['@cresyl/contract', 'pg']),
  'server/src/main.ts': "import './http/server.ts'\nimport './workers/index.ts'\nimport './cli/token.ts'",
  'server/src/cli/token.ts': "import '../http/server.ts'\nprocess.env.HOME",
  'server/src/workers/index.ts': "import '../domain/archive.ts'",
  'server/src/http/server.ts': "import '../domain/archive.ts'\nimport '../identity/sign-in.ts'",
  'server/src/identity/sign-in.ts': "import '../domain/archive.ts'",
  'server/src/domain/archive.ts':
    "import { limit } from '@cresyl/contract/api/limits'\nimport '../platform/db.ts'",
  'server/src/domain/archive.test.ts': "import 'vitest'\nimport './archive.ts'\nimport '../http/test-api.ts'",
  'server/src/http/test-api.ts': "import './server.ts'\nimport '../workers/index.ts'",
  'server/src/platform/db.ts': "import 'node:fs'\nimport type { Client } from 'pg'",
  'server/src/platform/config/environment.ts': 'export const read = () => process.env',
  'web/package.json': describePackage(['@cresyl/contract', 'react']),
  'web/vite.config.ts': 'process.env.PORT',
  'web/src/main.tsx': "import './app/app.tsx'",
  'web/src/app/app.tsx':
    "import React from 'react'\nimport '../features/projects/page.tsx'\nconst text = <p>Don't</p>",
  'web/src/features/projects/page.tsx':
    "import './row'\nimport '../../ui/button.tsx'\nimport '../../engine/layer.ts'\nimport './page.css'",
  'web/src/features/projects/page.css': '',
  'web/src/features/projects/row.tsx': "import { limit } from '@cresyl/contract/api/limits'",
  'web/src/engine/layer.ts': "import '../lib/colour.ts'",
  'web/src/ui/button.tsx': "import 'react'\nimport '../lib/colour.ts'",
  'web/src/lib/colour.ts': 'export {}',
  'e2e/package.json': describePackage(['@cresyl/contract']),
  'e2e/sign-in.test.ts': "import '../server/src/http/test-api.ts'\nprocess.env.CI",
}

test('a tree that follows the rules has no faults', () => {
  expect(faultsOf({})).toEqual([])
})

test('an object literal is not spread into another', () => {
  const fault = 'spreads an object literal: nothing checks the names of properties there, write them out'
  expect(
    faultsOf({
      'contract/src/bad.ts': 'export const a = { ...{ b: 1 }, c: 2 }',
      'contract/src/good.ts': "export const a = { ...(Math.PI > 3 && { b: 1 }), c: '...{ b }' }",
      'web/src/ui/bad.tsx': 'export const A = () => <p {...{ id: "a" }} />',
    }),
  ).toEqual([`contract/src/bad.ts ${fault}`, `web/src/ui/bad.tsx ${fault}`])
})

describe('rooms', () => {
  test('a room may not import one it does not know', () => {
    expect(faultsOf({ 'contract/src/bad.ts': "import '../../server/src/main.ts'" })).toEqual([
      'contract/src/bad.ts imports server/src/main.ts: contract may import no other room',
    ])
    expect(
      faultsOf({ 'contract/src/bad.ts': '', 'web/src/lib/bad.ts': "export * from '@cresyl/server/main'" }),
    ).toEqual([
      'web/src/lib/bad.ts imports server/src/main.ts: web may import contract',
      'web/src/lib/bad.ts imports @cresyl/server, which web/package.json does not declare',
    ])
  })

  test('an allowed room is imported by its name, not by path', () => {
    expect(faultsOf({ 'server/src/domain/bad.ts': "import '../../../contract/src/api/limits.ts'" })).toEqual([
      'server/src/domain/bad.ts imports contract/src/api/limits.ts by path: write @cresyl/contract/… instead',
    ])
  })

  test('an import that leads nowhere is named', () => {
    expect(faultsOf({ 'server/src/domain/bad.ts': "import './gone.ts'" })).toEqual([
      'server/src/domain/bad.ts imports ./gone.ts, which does not exist',
    ])
  })
})

describe('the server points one way', () => {
  test.each([
    ['platform', '../domain/archive.ts', 'no other folder'],
    ['domain', '../identity/sign-in.ts', 'platform'],
    ['domain', '../workers/index.ts', 'platform'],
    ['identity', '../http/server.ts', 'domain, platform'],
    ['http', '../workers/index.ts', 'domain, identity, platform'],
    ['workers', '../main.ts', 'domain, platform'],
    ['workers', '../identity/sign-in.ts', 'domain, platform'],
    ['workers', '../http/server.ts', 'domain, platform'],
  ])('%s may not import %s', (area, specifier, allowed) => {
    const file = `server/src/${area}/bad.ts`
    const target = `server/src/${specifier.slice(3)}`
    expect(faultsOf({ [file]: `import '${specifier}'` })).toEqual([
      `${file} imports ${target}: server/src/${area} may import ${allowed}`,
    ])
  })

  test.each([
    ['a type', "import type { A } from '../http/server.ts'"],
    ['a dynamic import', "const load = () => import('../http/server.ts')"],
    ['an import in a type', "type A = import('../http/server.ts').A"],
    ['a re-export', "export { a } from '../http/server.ts'"],
  ])('%s counts', (_kind, source) => {
    expect(faultsOf({ 'server/src/domain/bad.ts': source })).toHaveLength(1)
  })

  test('comments and strings do not count', () => {
    const source =
      "// import '../http/server.ts'\n/* import '../main.ts' */\nconst text = `import '../main.ts'`"
    expect(faultsOf({ 'server/src/domain/good.ts': source })).toEqual([])
  })

  test('a test follows the direction too, and only tests use test support', () => {
    expect(
      faultsOf({
        'server/src/domain/bad.test.ts': "import '../http/server.ts'",
        'server/src/http/bad.ts': "import './test-api.ts'",
      }),
    ).toEqual([
      'server/src/domain/bad.test.ts imports server/src/http/server.ts: server/src/domain may import platform',
      'server/src/http/bad.ts imports server/src/http/test-api.ts, which is for tests only',
    ])
  })

  test('a folder without a rule is named', () => {
    expect(faultsOf({ 'server/src/helpers/bad.ts': '' })).toEqual([
      'server/src/helpers/bad.ts is in an area without a rule: add server/src/helpers to checks/rules.js',
    ])
  })
})

describe('the web app points one way', () => {
  test('features do not import each other or the app; ui and lib import neither', () => {
    expect(
      faultsOf({
        'web/src/features/slides/bad.tsx': "import '../projects/row.tsx'\nimport '../../app/app.tsx'",
        'web/src/ui/bad.tsx': "import '../features/projects/row.tsx'",
        'web/src/lib/bad.ts': "import '../app/app.tsx'\nimport '../ui/button.tsx'",
      }).sort(),
    ).toEqual([
      'web/src/features/slides/bad.tsx imports web/src/app/app.tsx: web/src/features may import engine, ui, lib',
      "web/src/features/slides/bad.tsx imports web/src/features/projects/row.tsx: features don't import each other, the app composes them",
      'web/src/lib/bad.ts imports web/src/app/app.tsx: web/src/lib may import no other folder',
      'web/src/lib/bad.ts imports web/src/ui/button.tsx: web/src/lib may import no other folder',
      'web/src/ui/bad.tsx imports web/src/features/projects/row.tsx: web/src/ui may import lib',
    ])
  })

  test('the engine has no React, not even through lib', () => {
    expect(
      faultsOf({
        'web/src/lib/hook.ts': "import { useState } from 'react'",
        'web/src/engine/bad.ts': "import '../lib/hook.ts'",
        'web/src/engine/worse.ts': "import 'react'",
      }),
    ).toEqual([
      'web/src/engine/bad.ts reaches react through web/src/lib/hook.ts: the engine has no React',
      'web/src/engine/worse.ts reaches react: the engine has no React',
    ])
  })
})

test('a cycle is shown once, whatever the kind of import', () => {
  expect(
    faultsOf({
      'server/src/domain/a.ts': "import './b.ts'",
      'server/src/domain/b.ts': "import type { C } from './c.ts'",
      'server/src/domain/c.ts': "import './a.ts'",
    }),
  ).toEqual([
    'server/src/domain/a.ts imports itself in a cycle: server/src/domain/a.ts → server/src/domain/b.ts → server/src/domain/c.ts → server/src/domain/a.ts',
  ])
})

test('a cycle that another one leads to is shown as well', () => {
  const cycles = faultsOf({
    'server/src/domain/a.ts': "import './b.ts'",
    'server/src/domain/b.ts': "import './a.ts'\nimport './c.ts'",
    'server/src/domain/c.ts': "import './d.ts'",
    'server/src/domain/d.ts': "import './c.ts'",
  })
  expect(cycles.map((line) => line.split(' ')[0])).toEqual([
    'server/src/domain/a.ts',
    'server/src/domain/c.ts',
  ])
})

describe('folders of one area', () => {
  const jobs = {
    'server/src/domain/jobs/view.ts': 'export {}',
    'server/src/domain/jobs/cancel.ts': "import '../batches/tell.ts'",
    'server/src/domain/batches/tell.ts': '',
  }

  test('do not import each other in a circle, even where their files do not', () => {
    expect(
      faultsOf({ ...jobs, 'server/src/domain/batches/start.ts': "import type { A } from '../jobs/view.ts'" }),
    ).toEqual([
      'server/src/domain/batches imports itself in a circle of folders: server/src/domain/batches/start.ts imports server/src/domain/jobs/view.ts, server/src/domain/jobs/cancel.ts imports server/src/domain/batches/tell.ts',
    ])
  })

  test('may know, and be known by, what lies beside them; and their tests may know each other', () => {
    expect(
      faultsOf({
        ...jobs,
        'server/src/domain/all.ts': "import './jobs/cancel.ts'",
        'server/src/domain/words.ts': '',
        'server/src/domain/jobs/words-too.ts': "import '../words.ts'",
        'server/src/domain/batches/tell.test.ts': "import '../jobs/view.ts'",
      }),
    ).toEqual([])
  })
})

test('a package must be declared where it is imported; tests may use those of the root', () => {
  expect(
    faultsOf({
      'web/src/lib/bad.ts': "import 'zod/mini'",
      'server/src/domain/bad.ts': "import 'vitest'",
      'server/src/domain/good.test.ts': "import 'vitest'",
    }),
  ).toEqual([
    'server/src/domain/bad.ts imports vitest, which server/package.json does not declare',
    'web/src/lib/bad.ts imports zod, which web/package.json does not declare',
  ])
})

test.each([
  'const a = process.env.HOME',
  "const a = process['env']",
  'const { env } = process',
  'const a = globalThis.process.env',
  "import { env } from 'node:process'",
  "import { env as settings } from 'process'",
  "import p from 'node:process'",
  "import { default as p } from 'node:process'",
  "import * as p from 'node:process'",
  "const p = await import('node:process')",
  "export { env } from 'node:process'",
  "export * from 'node:process'",
])('the environment is read in one place only: %s', (source) => {
  expect(faultsOf({ 'server/src/domain/bad.ts': source })).toEqual([
    'server/src/domain/bad.ts reads process.env: settings are read in server/src/platform/config and handed down',
  ])
})

test('other things of the process may be imported by name', () => {
  const source = "import { hrtime } from 'node:process'\nexport { uptime } from 'node:process'"
  expect(faultsOf({ 'server/src/domain/good.ts': source })).toEqual([])
})
