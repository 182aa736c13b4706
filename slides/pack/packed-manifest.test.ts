import { expect, it } from 'vitest'
import { packedManifest } from './packed-manifest.js'

const manifest = {
  name: '@cresyl/slides',
  type: 'module',
  exports: { '.': './src/index.ts', './package.json': './package.json' },
  bin: { 'cresyl-slides': './src/cli/main.ts' },
  scripts: { prepack: 'node pack/prepack.js' },
  dependencies: { sharp: '^1.0.0' },
}

it('points at what was emitted, keeps the rest and leaves the scripts behind', () => {
  expect(packedManifest(manifest)).toEqual({
    name: '@cresyl/slides',
    type: 'module',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    bin: { 'cresyl-slides': './dist/cli/main.js' },
    dependencies: { sharp: '^1.0.0' },
  })
})

it('refuses a manifest that points outside of src', () => {
  expect(() => packedManifest({ bin: { one: './bin/one.ts' } })).toThrow('refers to ./bin/one.ts')
})
