import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// Pages are left out: they are small, and the server writes the configuration into index.html before sending it.
const compressible = /\.(js|css|svg|json|map|txt)$/

/** Writes name.br and name.gz beside every text asset, so that the server never compresses a static file. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !compressible.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = readFileSync(path)
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

// Each file is compressed by itself: what is always fetched together is smaller as one.
const chunkGroups = [
  // The hidden frame that asks who is signed in needs no more than this.
  { name: 'answer-channel', test: /answer-channel\.ts$|modulepreload-polyfill/, priority: 3 },
  {
    name: 'start',
    tags: ['$initial' as const],
    test: /(?<!index\.html|silent\.html|silent\.ts|main\.tsx)$/,
    priority: 2,
  },
  // What nearly every page is made of.
  {
    name: 'pages',
    test: /src[\\/]ui[\\/](page|section|panel|gated|link-button|empty-state|error-state|nothing-found|list-[a-z]+|paged-list|search-field|row-menu|relative-time|slide-thumbnail|use-list-place|use-kept-focus|permission-reason)\.tsx?$/,
    priority: 1,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy takes fonts and scripts from the server's own address only, never from data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'silent.html'].map((page) => resolve(import.meta.dirname, page)),
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
})
