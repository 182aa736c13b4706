import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { preloadsFile, serviceWorkerFile } from '@cresyl/contract/app-config'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { paths } from './src/app/paths.ts'

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

const pageModule = (name: string) => resolve(import.meta.dirname, 'src/app/pages', `${name}-page.tsx`)

/** Pages that people come to by their address, each with the module that it is made of. */
const pages = {
  [paths.dashboard]: pageModule('dashboard'),
  [paths.project]: pageModule('project'),
  [paths.slide]: pageModule('slide'),
}

/** Whether the dashboard can't be shown without a module. */
function isOfDashboard(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (id === pages[paths.dashboard]) return true
  if (seen.has(id)) return false
  seen.add(id)
  return context.getModuleInfo(id)?.importers.some((each) => isOfDashboard(each, context, seen)) ?? false
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
  // What the dashboard is made of, most pages are.
  {
    name: (id: string, context: Rolldown.ChunkingContext) => (isOfDashboard(id, context) ? 'pages' : null),
    priority: 1,
  },
  // What several pages have in common.
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
]

/** Writes down which scripts each page needs, so that the server can name them in the page that it sends. */
function listPreloads(): Plugin {
  return {
    name: 'list-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const withImports = (file: string, into = new Set<string>()): Set<string> => {
        if (into.has(file)) return into
        into.add(file)
        for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
          withImports(next, into)
        return into
      }
      // The page names those by itself.
      const known = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]),
      )
      const preloads = Object.entries(pages).map(([path, module]) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
        if (chunk === undefined) return this.error(`There is no page made of ${module}.`)
        return [path, [...withImports(chunk.fileName)].filter((file) => !known.has(file))]
      })
      this.emitFile({
        type: 'asset',
        fileName: preloadsFile,
        source: JSON.stringify(Object.fromEntries(preloads)),
      })
    },
  }
}

/** Writes the service worker, with what the app consists of: another version of the app is another worker. */
function writeServiceWorker(): Plugin {
  const source = resolve(import.meta.dirname, 'src/service-worker/service-worker.ts')
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter((file) => /^assets\/.*\.(js|css|woff2)$/.test(file))
        .map((file) => `/${file}`)
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false })
      const version = createHash('sha256').update(`${code}${files}`).digest('hex').slice(0, 16)
      const constants = `const shellFiles = ${JSON.stringify(files)}\nconst shellVersion = '${version}'\n`
      this.emitFile({ type: 'asset', fileName: serviceWorkerFile, source: constants + code })
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), listPreloads(), writeServiceWorker(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy takes fonts and scripts from the server's own address only, never from data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'silent.html'].map((page) => resolve(import.meta.dirname, page)),
      output: {
        codeSplitting: { groups: chunkGroups },
        // Those that several pages share are named after all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
})
