import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppConfig, appConfigElement, preloads, preloadsFile } from '@cresyl/contract/people/app-config'
import { StartError } from '../../platform/start-error.ts'

/** The page that every address of the app answers with. */
export interface IndexPage {
  /** For whoever asks for this path. */
  at(path: string): string
}

/** Reads the built page, with the configuration in it and, by path, the scripts that will be needed next. */
export async function readIndexPage(folder: string, config: AppConfig): Promise<IndexPage> {
  const page = await withConfig(join(folder, 'index.html'), config)
  const known = [...Object.entries(await readPreloads(folder))].map(([path, files]) => ({
    pattern: patternOf(path),
    page: page.replace('</head>', `${files.map(preloadLink).join('')}</head>`),
  }))
  return { at: (path) => known.find(({ pattern }) => pattern.test(path))?.page ?? page }
}

async function withConfig(path: string, config: AppConfig): Promise<string> {
  const page = await readFile(path, 'utf8').catch((error) => {
    throw new StartError(
      `The web app is not built: ${path} can't be read (${error.message}). Run npm start, which builds it.`,
    )
  })
  const placeholder = new RegExp(`(<script[^>]*id="${appConfigElement}"[^>]*>)[^<]*(</script>)`)
  if (!placeholder.test(page))
    throw new StartError(`${path} has no place for the configuration. Build the web app again.`)
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  return page.replace(placeholder, (_match, open: string, close: string) => open + json + close)
}

/** Pages come without it as well, only later. */
async function readPreloads(folder: string): Promise<Record<string, string[]>> {
  const text = await readFile(join(folder, preloadsFile), 'utf8').catch(() => '{}')
  return preloads.parse(JSON.parse(text))
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`)

const preloadLink = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`
