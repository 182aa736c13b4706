import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../platform/config/config.ts'
import { checkCacheFolder, checkImportFolders } from './check-slide-folders.ts'
import type { Finding } from './finding.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-doctor-'))
  await mkdir(join(folder, 'scanner'))
  await writeFile(join(folder, 'file'), '')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const configOf = (environment: Record<string, string>) =>
  parseConfig({ CRESYL_DATA_DIR: join(folder, 'data'), ...environment }, folder)
const said = (findings: Finding[]) => findings.map(({ verdict, sentence }) => `${verdict}: ${sentence}`)

describe('import folders', () => {
  const check = async (...places: string[]) =>
    said(
      await checkImportFolders(
        configOf({ CRESYL_IMPORT_DIRS: places.map((place) => `lab/Archive=${place}`).join(';') }),
      ),
    )

  it('that can be read are told with where their slides go, and nothing is written to them', async () => {
    expect(await check(join(folder, 'scanner'))).toEqual([
      `ok: slides in ${folder}/scanner go to the project “Archive” of lab`,
    ])
    expect(await readdir(join(folder, 'scanner'))).toEqual([])
    expect(await check()).toEqual([])
  })

  it('that are missing or no folders are each a problem with what to do', async () => {
    expect(await check(join(folder, 'missing'), join(folder, 'file'))).toEqual([
      expect.stringMatching(/^problem: .*missing of CRESYL_IMPORT_DIRS does not exist\. Mount it/),
      expect.stringMatching(/^problem: .*file of CRESYL_IMPORT_DIRS is not a folder/),
    ])
  })

  it('that the data folder lies in are a warning', async () => {
    expect(await check(folder)).toEqual([expect.stringMatching(/^warning: .*are inside each other/)])
  })
})

describe('the cache folder', () => {
  const check = async (cache: string) =>
    said(await checkCacheFolder(configOf({ CRESYL_CACHE_DIR: join(folder, cache) })))

  it('is fine where it can be made, and is not made', async () => {
    expect(await check('cache/of/tiles')).toEqual([expect.stringMatching(/^(ok|warning): .* GB free/)])
    expect(await readdir(folder)).toEqual(['file', 'scanner'])
  })

  it('is a problem where a file is in the way', async () => {
    expect(await check('file/cache')).toEqual([expect.stringMatching(/^problem: .*file is not a folder/)])
  })
})
