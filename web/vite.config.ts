import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fontsFile, preloadsFile, serviceWorkerFile } from '@cresyl/contract/people/app-config'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { paths } from './src/app/paths.ts'

// Pages are left out: they are small, and the server writes the configuration into index.html before sending it.
const compressible = /\.(js|css|svg|json|map|txt|pack)$/

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
        const params = {
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          // Of what is that large, the highest takes as long as all the rest of the build, for 8 % less.
          [constants.BROTLI_PARAM_QUALITY]: content.length > 2_000_000 ? 9 : 11,
        }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

const pageFolder = resolve(import.meta.dirname, 'src/app/pages')
const pageModule = (name: string) => join(pageFolder, `${name}-page.tsx`)

/** Pages that people come to by their address, each with the module that it is made of. */
const pages = {
  [paths.dashboard]: pageModule('dashboard'),
  [paths.project]: pageModule('project'),
  [paths.slide]: pageModule('slide'),
}

/** The pages that can't be shown without a module. */
function pagesWith(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  if (id.startsWith(pageFolder) && id.endsWith('-page.tsx')) return [id]
  return (context.getModuleInfo(id)?.importers ?? []).flatMap((each) => pagesWith(each, context, seen))
}

/** What a page has in common with others has nothing but that beneath it: these files never wait for each other. */
function sharedName(id: string, context: Rolldown.ChunkingContext): string | null {
  const needing = pagesWith(id, context)
  if (needing.includes(pages[paths.dashboard])) return 'pages'
  // Fetched ahead of its time: it must not bring along what others share.
  if (needing.includes(pageModule('login'))) return 'login'
  return needing.length > 1 ? 'shared' : null
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
  // What the dashboard is made of, most pages are; then what some have in common.
  { name: sharedName, priority: 1 },
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

/** Writes the fonts of the app once more at an address that the server's own pages know: no other style is in a file. */
function writeFonts(): Plugin {
  return {
    name: 'write-fonts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const styles = Object.values(bundle).flatMap((each) =>
        each.type === 'asset' && each.fileName.endsWith('.css') ? [String(each.source)] : [],
      )
      this.emitFile({ type: 'asset', fileName: fontsFile, source: styles.join('') })
    },
  }
}

/** Writes the service worker, and all that the app consists of as one file for it: another app is another worker. */
function writeServiceWorker(): Plugin {
  const source = resolve(import.meta.dirname, 'src/service-worker/service-worker.ts')
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // Until then, what the files are isn't settled.
      order: 'post',
      async handler(_options, bundle) {
        const contents = Object.values(bundle)
          .filter(({ fileName }) => /^assets\/.*\.(js|css|woff2)$/.test(fileName))
          .map(
            (each) => [each.fileName, Buffer.from(each.type === 'chunk' ? each.code : each.source)] as const,
          )
        let end = 0
        const places = Object.fromEntries(
          contents.map(([file, { length }]) => {
            end += length
            return [`/${file}`, [end - length, end]]
          }),
        )
        const pack = Buffer.concat(contents.map(([, content]) => content))
        const packFile = `assets/shell-${hashOf(pack)}.pack`
        this.emitFile({ type: 'asset', fileName: packFile, source: pack })
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false })
        const constants = `const shellPack = '/${packFile}'\nconst shellFiles = ${JSON.stringify(places)}\n`
        const version = `const shellVersion = '${hashOf(constants + code)}'\n`
        this.emitFile({ type: 'asset', fileName: serviceWorkerFile, source: constants + version + code })
      },
    },
  }
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), listPreloads(), writeFonts(), writeServiceWorker(), precompress()],
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
