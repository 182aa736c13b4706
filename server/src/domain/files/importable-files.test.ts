import { symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadLimits } from '@cresyl/contract/api/limits'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FoundFile, findImportable, type LeftOut, lookAgain, reasons } from './importable-files.ts'
import { makeSlideFolder, type SlideFolder } from './test-support/slide-folder.ts'

let folder: SlideFolder

beforeEach(async () => {
  folder = await makeSlideFolder()
})

afterEach(() => folder.remove())

async function look(recursive = true) {
  const found: FoundFile[] = []
  const left: Record<string, string> = {}
  const within = (path: string) => path.slice(folder.path.length + 1)
  const leaveOut = ({ path, reason }: LeftOut) => {
    left[within(path)] = reason
  }
  for await (const file of findImportable(folder.path, { recursive, leaveOut })) found.push(file)
  return { names: found.map(({ path }) => within(path)), found, left }
}

describe('the slides of a folder', () => {
  test('are those with an extension of a slide, whatever else is in their names', async () => {
    await folder.put('S24.1234 A (1).svs')
    await folder.put('Größe.OME.TIFF', 3000, 1_600_000_000)
    await folder.put('notes.txt')
    await folder.put('deep/er/b.qptiff')
    const { names, found, left } = await look()
    expect(names).toEqual(['Größe.OME.TIFF', 'S24.1234 A (1).svs', 'deep/er/b.qptiff'])
    expect(found[0]).toEqual({
      path: join(folder.path, 'Größe.OME.TIFF'),
      name: 'Größe.OME.TIFF',
      mediaType: 'ome.tiff',
      size: 3000,
      modifiedAt: new Date(1_600_000_000_000),
    })
    expect(left).toEqual({ 'notes.txt': reasons.extension })
    expect((await look(false)).names).toEqual(['Größe.OME.TIFF', 'S24.1234 A (1).svs'])
  })

  test('are not what is hidden, half copied, too small, too large or of the storage itself', async () => {
    await folder.put('.a.svs')
    await folder.put('b.svs.part')
    await folder.put('c.svs.tmp')
    await folder.put('d.svs', 1023)
    await folder.put('e.svs', 1024)
    await truncate(await folder.put('f.svs'), uploadLimits.maxFileSize + 1)
    await folder.put('.hidden/g.svs')
    await folder.put('#recycle/h.svs')
    const { names, left } = await look()
    expect(names).toEqual(['e.svs'])
    expect(left).toEqual({
      '.a.svs': reasons.hidden,
      '.hidden': reasons.hidden,
      '#recycle': reasons.system,
      'b.svs.part': reasons.unfinishedName,
      'c.svs.tmp': reasons.unfinishedName,
      'd.svs': 'is smaller than 1 KB',
      'f.svs': 'is larger than 40 GB',
    })
  })

  test('are not found through links, which may lead anywhere', async () => {
    const other = await makeSlideFolder()
    const outside = await other.put('x.svs')
    const own = await folder.put('a.svs')
    await symlink(outside, join(folder.path, 'out.svs'))
    await symlink(other.path, join(folder.path, 'outer'))
    await symlink(own, join(folder.path, 'same.svs'))
    await symlink(folder.path, join(folder.path, 'round'))
    await symlink('nowhere', join(folder.path, 'broken.svs'))
    const { names, left } = await look()
    expect(names).toEqual(['a.svs'])
    expect(left).toEqual({
      'out.svs': reasons.outside,
      outer: reasons.outside,
      'same.svs': reasons.inside,
      round: reasons.inside,
      'broken.svs': reasons.broken,
    })
    await other.remove()
  })

  test('that a link to the folder leads to have one name only: that without the link', async () => {
    const other = await makeSlideFolder()
    await folder.put('a.svs')
    await symlink(folder.path, join(other.path, 'link'))
    const paths: string[] = []
    for await (const { path } of findImportable(join(other.path, 'link'))) paths.push(path)
    expect(paths).toEqual([join(folder.path, 'a.svs')])
    await other.remove()
  })

  test('cannot be told where the folder is missing', async () => {
    await expect(findImportable(join(folder.path, 'missing')).next()).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

test('what is looked at again is told as it is now, or left out', async () => {
  const [kept, gone] = [await folder.put('a.svs'), join(folder.path, 'b.svs')]
  const left: LeftOut[] = []
  const now: FoundFile[] = []
  for await (const file of lookAgain([kept, gone], { leaveOut: (each) => left.push(each) })) now.push(file)
  expect(now).toMatchObject([{ path: kept, size: 2000 }])
  expect(left).toEqual([{ path: gone, reason: reasons.gone }])
})
