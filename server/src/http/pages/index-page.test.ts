import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppConfig, appConfigElement, preloadsFile } from '@cresyl/contract/people/app-config'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readIndexPage } from './index-page.ts'

let folder: string

const config: AppConfig = {
  version: '</script>',
  identity: {
    kind: 'embedded',
    issuer: 'http://localhost/oidc',
    client_id: 'web',
    audience: 'api',
    audience_parameter: 'none',
    scope: 'openid',
    organization_parameter: null,
    organization: null,
    claims: {
      organization: 'o',
      organization_name: 'n',
      organization_display_name: 'd',
      name: 'name',
      email: 'email',
      picture: 'picture',
      permissions: 'permissions',
    },
  },
  mail: false,
  upload_origin: 'http://127.0.0.1',
  demo_users: [],
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-index-'))
  await writeFile(
    join(folder, 'index.html'),
    `<head><script type="application/json" id="${appConfigElement}">null</script></head>`,
  )
})

afterEach(() => rm(folder, { recursive: true }))

test('the configuration is in it and cannot leave its element', async () => {
  const page = await readIndexPage(folder, config)
  expect(page.at('/')).toContain(String.raw`"version":"\u003c/script>"`)
})

test('a page names the scripts that it needs, each address those of its own page', async () => {
  await writeFile(
    join(folder, preloadsFile),
    JSON.stringify({ '/': ['assets/start.js'], '/slide/:id': ['assets/slide.js', 'assets/shared.js'] }),
  )
  const page = await readIndexPage(folder, config)
  const named = (path: string) => [...page.at(path).matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  expect(named('/')).toEqual(['/assets/start.js'])
  expect(named('/slide/01a1')).toEqual(['/assets/slide.js', '/assets/shared.js'])
  expect(named('/slide/01a1/')).toEqual(['/assets/slide.js', '/assets/shared.js'])
  expect(named('/slide/01a1/more')).toEqual([])
  expect(named('/uploads')).toEqual([])
})

test('a folder without the built page is told, with what to do', async () => {
  await rm(join(folder, 'index.html'))
  await expect(readIndexPage(folder, config)).rejects.toThrow(/not built: .*Run npm start/)
})
